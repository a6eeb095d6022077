import { translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { ownCurrency } from "../gateway/currencies.ts";

/** A bill or coin. `id` is how counts are stored. */
export type Denomination = { id: string; label: string; cents: number; kind: "bill" | "coin" };

/** How many of each bill and coin were counted, by their ids; a missing one counts as 0. */
export type Pieces = Readonly<Record<string, number>>;

const byCurrency: Record<typeof ownCurrency, readonly Denomination[]> = translated(["label"], {
  USD: [
    { id: "100", label: "$100", cents: 10_000, kind: "bill" },
    { id: "50", label: "$50", cents: 5000, kind: "bill" },
    { id: "20", label: "$20", cents: 2000, kind: "bill" },
    { id: "10", label: "$10", cents: 1000, kind: "bill" },
    { id: "5", label: "$5", cents: 500, kind: "bill" },
    { id: "2", label: "$2", cents: 200, kind: "bill" },
    { id: "1", label: "$1", cents: 100, kind: "bill" },
    { id: "coin-1", label: "Dollars", cents: 100, kind: "coin" },
    { id: "coin-0.50", label: "Half dollars", cents: 50, kind: "coin" },
    { id: "coin-0.25", label: "Quarters", cents: 25, kind: "coin" },
    { id: "coin-0.10", label: "Dimes", cents: 10, kind: "coin" },
    { id: "coin-0.05", label: "Nickels", cents: 5, kind: "coin" },
    { id: "coin-0.01", label: "Pennies", cents: 1, kind: "coin" },
  ],
});

/** What a drawer in the merchant's own currency may hold, the largest first. */
export const denominations = byCurrency[ownCurrency];

/** What was counted, by the label that its report has: "Quarters", or "Quarter" of a single one. */
export const pieceLabel = (label: string, count: number): string =>
  (count === 1 && singleCoins[label]) || translate(label);

const singleCoins: Record<string, string> = translated("*", {
  Dollars: "Dollar",
  "Half dollars": "Half dollar",
  Quarters: "Quarter",
  Dimes: "Dime",
  Nickels: "Nickel",
  Pennies: "Penny",
});

/** More of one kind than this is a typing error. */
export const maxPieces = 99_999;

/** The value of what was counted, in cents. */
export const totalOf = (pieces: Pieces): number =>
  denominations.reduce((sum, { id, cents }) => sum + (pieces[id] ?? 0) * cents, 0);
