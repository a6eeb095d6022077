const SECOND_MS = 1000;
const LONGEST_MS = 3_600_000;

/** How many attempts a receipt gets: the last one about a day after the first. */
export const MAIL_ATTEMPTS = 35;

/** Ms until a receipt that was tried so often is tried again: 1 s, 2 s, 4 s … up to an hour. Undefined when it is given up. */
export function mailRetryMs(attempts: number): number | undefined {
  if (attempts >= MAIL_ATTEMPTS) return undefined;
  return Math.min(SECOND_MS * 2 ** (attempts - 1), LONGEST_MS);
}
