"""Text formats of other programs, one file each; never guessed, always named by the caller."""
