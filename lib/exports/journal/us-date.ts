/** "2026-11-20" → "11/20/2026": how QuickBooks and Xero read a date in the United States. */
export function toUsDate(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}
