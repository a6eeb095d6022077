/** What a customer may hand over for an amount: the amount itself, then what the usual bills make of it. At most six, in cents. */
export function quickCash(dueCents: number): number[] {
  if (dueCents <= 0) return [];
  const rounded = billCents.map((bill) => Math.ceil(dueCents / bill) * bill);
  return [...new Set([dueCents, ...rounded])].sort((one, other) => one - other).slice(0, 6);
}

/** One, five, ten, twenty, fifty and a hundred dollars. */
const billCents = [100, 500, 1000, 2000, 5000, 10_000] as const;
