//! Files of other programs as plans.
