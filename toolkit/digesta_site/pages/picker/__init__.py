"""The page on which two to four systems are picked and compared, and the files that it reads."""
