"""Records of judges: verdicts, calibration answers, how a judge stands on a board."""
