/** The last four digits of a masked number; null where it shows another number of digits. */
export function lastFourOf(masked: string | undefined): string | null {
  const digits = masked?.slice(-4) ?? "";
  return /^\d{4}$/.test(digits) ? digits : null;
}
