/** The most that one transaction may move (contract: Errors, outcome 70). */
export const maximumCents = 9_999_900;
