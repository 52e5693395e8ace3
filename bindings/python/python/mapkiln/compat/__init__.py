"""Stand-ins for calls of other packages."""
