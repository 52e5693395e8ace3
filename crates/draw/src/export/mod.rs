//! Maps as files of other programs.
