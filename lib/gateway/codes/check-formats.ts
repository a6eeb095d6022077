/** `check.format` values (SEC codes and paper formats); blank is allowed too. */
export const checkFormats = ["ARC", "BOC", "CCD", "POP", "PPD", "RCK", "TEL", "WEB", "ICL"] as const;
