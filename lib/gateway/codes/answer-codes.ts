/** The codes that pages need to read an answer. Apart from the others and their texts, which most pages load without. */

/** Of outcome-codes.ts. */
export const duplicateCodes = {
  duplicate: 31,
  duplicateRunning: 93,
} as const;

/** Of a request that was one too many (errors.ts). */
export const rateLimitCode = 155;
