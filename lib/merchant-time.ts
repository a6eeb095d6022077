/** The merchant's own calendar. `timeZone` is an IANA name, `at` epoch ms. */

/** "2026-11-20" */
export function dayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

/** "2026-11" */
export function monthIn(timeZone: string, at: number): string {
  return dayIn(timeZone, at).slice(0, 7);
}
