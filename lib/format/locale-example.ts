/** A moment and an amount as another locale than the merchant's writes them: "Nov 20, 2026, 2:12 PM · $1,234.50". */
export function localeExample(tag: string): string {
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const amount = new Intl.NumberFormat(tag, { style: "currency", currency: "USD" });
  return `${moment.format(Date.UTC(2026, 10, 20, 14, 12))} · ${amount.format(1234.5)}`;
}
