import fc from "fast-check";
import type { BatchKind } from "../batches/batch-sums.ts";
import type { CauseKind } from "./causes.ts";
import { type GatewayEntry, type Header, type JournalEntry, sumUp } from "./entries.ts";

/** For tests only: random batches, with what was put into them to be found. */

export type TestBatch = {
  header: Header;
  gateway: GatewayEntry[];
  isWhole: boolean;
  journal: JournalEntry[];
  closedAt: number;
  /** The causes that were put in, as "kind cents", with the currency if it is not the merchant's own. */
  expected: string[];
};

const closedAt = Date.parse("2026-11-19T19:54:40-06:00");

const makings = [
  "agreeing",
  "agreeing",
  "agreeing",
  "refund",
  "check",
  "cash",
  "voidedHere",
  "partial",
  "capturedForLess",
  "elsewhere",
  "paidOutElsewhere",
  "voidOfElsewhere",
  "voidedElsewhere",
  "restoredElsewhere",
  "changedElsewhere",
  "capturedElsewhere",
  "heldHere",
  "answerLost",
  "unknown",
  "otherBatch",
  "clockEdge",
  "decidedNotShown",
  "missing",
  "returned",
  "byReference",
  "byFacts",
] as const;

const payments = fc.record({
  making: fc.constantFrom(...makings),
  cents: fc.integer({ min: 1, max: 500_000 }),
  other: fc.integer({ min: 1, max: 500_000 }),
  brand: fc.constantFrom("Visa", "Mastercard", "American Express", "Discover"),
  clerk: fc.constantFrom("Ann", "Ben", "Mira"),
  minutes: fc.integer({ min: 10, max: 700 }),
});

export const testBatches = (maxLength = 30): fc.Arbitrary<TestBatch> =>
  fc
    .record({
      payments: fc.array(payments, { maxLength }),
      /** How many sales were voided after the total, and whether the end of the list is still to be read. */
      lateVoids: fc.constantFrom(0, 0, 1, 2),
      unread: fc.constantFrom(0, 0, 0, 1, 3),
      foreign: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
    })
    .map(({ payments: list, lateVoids, unread, foreign }) => {
      const built = list.map((payment, place) => build(place, payment));
      const gateway = built.flatMap((part) => part.gateway);
      const journal = built.flatMap((part) => part.journal);
      const expected = built.flatMap((part) => part.expected);
      const header = sumUp(gateway);
      // Amounts that no other set of voids adds up to: each is a power of two above all others.
      for (let n = 0; n < lateVoids; n += 1) {
        const late = { ...entryOf(1000 + n, 1_000_000 * 2 ** (n + 1), "Visa", 30), kind: "voids" as const };
        gateway.push(late);
        journal.push(journalOf(1000 + n, late));
        header.sales = { cents: header.sales.cents + late.cents, count: header.sales.count + 1 };
        expected.push(`voidedAfterTotal ${late.cents}`);
      }
      for (let n = 0; n < foreign; n += 1) {
        const { gateway: shown, journal: ours, causes } = abroad(2000 + n, n);
        gateway.push(shown);
        if (ours) journal.push(ours);
        header.sales = { cents: header.sales.cents + shown.cents, count: header.sales.count + 1 };
        expected.push(...causes);
      }
      const isWhole = unread === 0 || lateVoids > 0;
      if (!isWhole) {
        const cents = unread * 12_345;
        header.sales = { cents: header.sales.cents + cents, count: header.sales.count + unread };
        expected.push(`notRead ${cents}`);
      }
      return { header, gateway, isWhole, journal, closedAt, expected: rewriteMissing(expected, isWhole) };
    });

/** Payments in euros and pounds: agreeing, taken elsewhere, changed elsewhere, and in dollars by the journal. */
function abroad(
  place: number,
  n: number,
): { gateway: GatewayEntry; journal?: JournalEntry; causes: string[] } {
  const gateway = { ...entryOf(place, 777 + n, "Visa", 40), currency: n % 2 === 0 ? "EUR" : "GBP" };
  const journal = journalOf(place, gateway);
  const { currency: _, ...inDollars } = journal;
  switch (n) {
    case 0:
      return { gateway, journal, causes: [] };
    case 1:
      return { gateway: { ...gateway, references: [] }, causes: ["elsewhere 778 GBP"] };
    case 2:
      return { gateway, journal: { ...journal, cents: 700 }, causes: ["changedElsewhere 79 EUR"] };
    default:
      return { gateway, journal: inDollars, causes: ["otherCurrency 780 GBP", "otherCurrency -780"] };
  }
}

/** While the list is not whole, nothing that it lacks is known to be missing. */
const rewriteMissing = (expected: string[], isWhole: boolean) =>
  isWhole ? expected : expected.map((text) => text.replace(/^(missing|decidedNotShown) /, "notRead "));

type Payment = {
  making: (typeof makings)[number];
  cents: number;
  other: number;
  brand: string;
  clerk: string;
  minutes: number;
};
type Part = { gateway: GatewayEntry[]; journal: JournalEntry[]; expected: string[] };

function build(place: number, { making, cents, other, brand, clerk, minutes }: Payment): Part {
  const entry = entryOf(place, cents, brand, minutes);
  const journal = { ...journalOf(place, entry), clerk };
  const both = (
    gateway: Partial<GatewayEntry>,
    ours: Partial<JournalEntry>,
    ...expected: string[]
  ): Part => ({
    gateway: [{ ...entry, ...gateway }],
    journal: [{ ...journal, ...ours }],
    expected,
  });
  const named = (kind: CauseKind, difference: number) => `${kind} ${difference}`;
  const voids = { kind: "voids" as BatchKind };
  switch (making) {
    case "agreeing":
      return both({}, {});
    case "refund":
      return both({ kind: "refunds" }, { kind: "refunds" });
    case "check":
      return both({ tender: "check" }, { tender: "check" });
    case "cash":
      return both({ tender: "cash" }, { tender: "cash" });
    case "voidedHere":
      return both(voids, voids);
    case "partial":
      return both({}, { askedCents: cents + other }, named("partial", 0));
    case "capturedForLess":
      return both({}, { heldCents: cents + other }, named("capturedForLess", 0));
    case "returned":
      return both({ tender: "check", isReturned: true }, { tender: "check" }, named("returned", 0));
    case "elsewhere":
      return { gateway: [{ ...entry, references: [] }], journal: [], expected: [named("elsewhere", cents)] };
    case "paidOutElsewhere":
      return {
        gateway: [{ ...entry, references: [], kind: "refunds" }],
        journal: [],
        expected: [named(making, -cents)],
      };
    case "voidOfElsewhere":
      return {
        gateway: [{ ...entry, references: [], ...voids }],
        journal: [],
        expected: [named(making, 0)],
      };
    case "voidedElsewhere":
      return both(voids, {}, named("voidedElsewhere", -cents));
    case "restoredElsewhere":
      return both({}, voids, named("restoredElsewhere", cents));
    case "changedElsewhere":
      return both({ cents: cents + other }, {}, named("changedElsewhere", other));
    case "capturedElsewhere":
      return both({}, { isHeld: true }, named("capturedElsewhere", cents));
    case "heldHere":
      return { gateway: [], journal: [{ ...journal, isHeld: true }], expected: [] };
    case "answerLost":
      return both(
        {},
        { certainty: "unknown", key: undefined, refnum: undefined },
        named("answerLost", cents),
      );
    case "unknown":
      return {
        gateway: [],
        journal: [{ ...journal, certainty: "unknown", key: undefined }],
        expected: [named("unknown", 0)],
      };
    case "otherBatch":
    case "clockEdge": {
      const at = making === "clockEdge" ? closedAt - 1000 : closedAt - 3_600_000;
      const elsewhere = { batchKey: "next", batchName: "2184" };
      return { gateway: [], journal: [{ ...journal, at, elsewhere }], expected: [named(making, -cents)] };
    }
    case "decidedNotShown":
      return {
        gateway: [],
        journal: [{ ...journal, certainty: "decided" }],
        expected: [named(making, -cents)],
      };
    case "missing":
      return { gateway: [], journal: [journal], expected: [named(making, -cents)] };
    case "byReference":
      return both({}, { key: undefined, refnum: undefined });
    case "byFacts":
      // Nothing in common but what it was; the authorization code distinguishes it from all others.
      return both(
        { references: [], authcode: `F${place}` },
        { key: undefined, refnum: undefined, authcode: `F${place}` },
      );
  }
}

function entryOf(place: number, cents: number, brand: string, minutes: number): GatewayEntry {
  return {
    key: `k${place}`,
    refnum: `r${place}`,
    references: [`REF-${place}`],
    kind: "sales",
    cents,
    tender: "card",
    brand,
    lastFour: "2224",
    authcode: `A${place}`,
    at: closedAt - minutes * 60_000,
  };
}

function journalOf(place: number, entry: GatewayEntry): JournalEntry {
  const { references: _, ...facts } = entry;
  return { ...facts, attemptId: `a${place}`, reference: `REF-${place}`, certainty: "answered", clerk: "Ann" };
}
