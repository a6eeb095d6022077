/**
 * A stored moment at which something may go on, epoch ms, as far as it can be believed. The rule that wrote it never
 * looks further ahead than `mostMs`: a moment beyond that was written while a clock was wrong, and counts as `now`.
 */
export function believedUntil(until: number, now: number, mostMs: number): number {
  return until > now + mostMs ? now : until;
}
