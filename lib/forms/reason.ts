/** The shortest reason that is accepted, in characters. */
export const shortestReason = 8;

/** The longest. */
export const longestReason = 500;
