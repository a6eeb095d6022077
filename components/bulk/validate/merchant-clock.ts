/** A moment as the merchant's clock shows it: "14:01". `at` is epoch ms. */
export function clockIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
}

/** With its day: "20 Nov, 14:01". */
export function dayAndClockIn(timeZone: string, at: number): string {
  const day = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }).format(at);
  return `${day}, ${clockIn(timeZone, at)}`;
}
