import type { Tender } from "../gateway/commands.ts";
import { countedCents, type GatewayEntry, isExpected, type JournalEntry } from "./entries.ts";
import type { Comparison } from "./reconcile.ts";

/** What a batch is broken down by. */
export const dimensions = ["tender", "brand", "clerk", "hour"] as const;
export type Dimension = (typeof dimensions)[number];

/** A group of a breakdown: what the gateway and the journal have in it, in cents of the merchant's own currency. */
export type BreakdownLine = {
  /** A tender, a brand, a name, or "14" for 2 PM to 3 PM; empty where it is not known. */
  name: string;
  gateway: { cents: number; count: number };
  journal: { cents: number; count: number };
};

type Sides = { gateway?: GatewayEntry; journal?: JournalEntry };

/**
 * Gateway and journal of a batch by one dimension, the largest group first, hours in their order. Both sides of a matched
 * payment are in the same group: what one of them lacks, the other knows. The groups add up to the whole.
 */
export function breakDown(
  dimension: Dimension,
  { pairs, unpaired }: Pick<Comparison, "pairs" | "unpaired">,
  hourOf: (at: number) => number,
): BreakdownLine[] {
  const lines = new Map<string, BreakdownLine>();
  const count = (sides: Sides) => {
    const name = nameOf[dimension](sides, hourOf);
    if (name === undefined) return;
    const line = lines.get(name) ?? { name, gateway: { ...nothing }, journal: { ...nothing } };
    if (sides.gateway?.currency === undefined) add(line.gateway, sides.gateway);
    if (sides.journal && sides.journal.currency === undefined && isExpected(sides.journal))
      add(line.journal, sides.journal);
    if (line.gateway.count + line.journal.count > 0) lines.set(name, line);
  };
  for (const pair of pairs) count(pair);
  for (const gateway of unpaired.gateway) count({ gateway });
  for (const journal of unpaired.journal) count({ journal });
  return [...lines.values()].sort(dimension === "hour" ? byHour : bySize);
}

const nothing = { cents: 0, count: 0 };

function add(sum: { cents: number; count: number }, entry: GatewayEntry | JournalEntry | undefined): void {
  if (!entry) return;
  sum.cents += countedCents(entry);
  sum.count += 1;
}

/** Undefined: it is in no group. */
const nameOf: Record<Dimension, (sides: Sides, hourOf: (at: number) => number) => string | undefined> = {
  // The gateway shows a saved card as the card it is.
  tender: ({ gateway, journal }) => journal?.tender ?? gateway?.tender,
  brand: (sides) => (isCard(nameOf.tender(sides, Number)) ? (brandOf(sides) ?? "") : undefined),
  clerk: ({ gateway, journal }) => journal?.clerk ?? gateway?.clerk ?? "",
  hour: ({ gateway, journal }, hourOf) => String(hourOf(gateway?.at ?? journal?.at ?? 0)),
};

const brandOf = ({ gateway, journal }: Sides) => gateway?.brand ?? journal?.brand;
const isCard = (tender: string | undefined) => (cards as readonly string[]).includes(tender ?? ""); // includes takes only members of the list
const cards: readonly Tender[] = ["card", "token"];

const sizeOf = ({ gateway, journal }: BreakdownLine) => Math.max(gateway.count, journal.count);
const bySize = (one: BreakdownLine, other: BreakdownLine) =>
  sizeOf(other) - sizeOf(one) || (one.name < other.name ? -1 : 1);
const byHour = (one: BreakdownLine, other: BreakdownLine) => Number(one.name) - Number(other.name);
