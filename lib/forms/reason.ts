/** A reason that is kept says at least this much, in characters. */
export const shortestReason = 8;
