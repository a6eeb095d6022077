import { firstNames, hash, keyOf, lastNames } from "./fill-books.ts";

/** What people search for: 40 % today, 30 % one payment, 20 % filters, 10 % text. The `place`th of a mix over `count` payments. */
export function searchOf(place: number, count: number): string {
  const share = place % 10;
  const one = hash(place, 20) % count;
  if (share < 4) return pick(ofToday, place);
  if (share < 7)
    return pick(
      [keyOf(one), `ref:${3_000_000_000 + one}`, `INV-${10_000 + one}`, `invoice:INV-${10_000 + one}`],
      place,
    );
  if (share < 9) return pick(filters, place);
  const [first, last] = [pick(firstNames, place), pick(lastNames, place)];
  return pick([`${first} ${last}`, last.slice(0, 3), `customer:${last}`, `"${last}" wreaths`], place);
}

const pick = (list: readonly string[], place: number): string => list[hash(place, 21) % list.length] ?? "";

const ofToday = ["today", "today status:open", "today tender:card", "today amount:>100", "today clerk:mira"];

const filters = [
  "status:settled tender:card amount:>100 last week",
  "tender:check amount:>200",
  "brand:discover tender:card",
  "outcome:declined",
  "refunded",
  "-refunded",
  "-customer:smith",
  "customer:smith -status:settled",
  "clerk:jonas status:voided",
  "2026-01-01..2026-03-31 brand:amex",
  "amount:42.50",
  "currency:EUR amount:>200",
  "tip status:settled",
  "(brand:visa OR brand:mastercard) amount:>250 last month",
  "clerk:ann clerk:pat",
];
