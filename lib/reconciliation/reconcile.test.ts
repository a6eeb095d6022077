import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { netOf, sumUp } from "./entries.ts";
import { reconcile } from "./reconcile.ts";
import { findSubsets } from "./subsets.ts";
import { type TestBatch, testBatches } from "./test-batches.ts";

const numRuns = Number(process.env.RECONCILIATION_RUNS ?? 300);
const named = ({ causes }: ReturnType<typeof reconcile>) =>
  causes.map(({ kind, cents, currency }) => [kind, cents, ...(currency ? [currency] : [])].join(" "));

describe("the reconciliation of a batch", () => {
  it("finds exactly the causes that were put in, and leaves nothing unexplained", () => {
    fc.assert(
      fc.property(testBatches(), (batch) => {
        const result = reconcile(batch);
        expect(named(result).sort()).toEqual(batch.expected.toSorted());
        expect([result, ...result.others].map(({ remainder }) => remainder)).toEqual(
          [result, ...result.others].map(() => 0),
        );
      }),
      { numRuns },
    );
  });

  it("always adds up: the gateway's total is the journal's with all causes and the remainder", () => {
    const wrong = fc.integer({ min: -99_999, max: 99_999 });
    fc.assert(
      fc.property(testBatches(), wrong, (batch, cents) => {
        const sales = { ...batch.header.sales, cents: Math.max(0, batch.header.sales.cents + cents) };
        const result = reconcile({ ...batch, header: { ...batch.header, sales } });
        for (const side of [{ ...result, currency: undefined }, ...result.others]) {
          const causes = result.causes
            .filter(({ currency }) => currency === side.currency)
            .reduce((sum, cause) => sum + cause.cents, 0);
          expect(netOf(side.journal) + causes + side.remainder).toBe(netOf(side.header));
        }
        const plain = [result, ...result.others].reduce((sum, side) => sum + netOf(side.header), 0);
        expect(plain).toBe(sales.cents - batch.header.refunds.cents);
      }),
      { numRuns },
    );
  });

  it("claims each payment once, in any order of the lists", () => {
    fc.assert(
      fc.property(testBatches(), fc.infiniteStream(fc.nat()), (batch, random) => {
        const shuffled = shuffle(batch, random);
        const result = reconcile(shuffled);
        expect(named(result).sort()).toEqual(batch.expected.toSorted());
        const keys = result.pairs.map(({ gateway }) => gateway.key);
        const ids = result.pairs.map(({ journal }) => journal.attemptId);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it("calls two equally good explanations ambiguous, every time", () => {
    fc.assert(
      fc.property(
        testBatches(),
        fc.integer({ min: 1, max: 90_000 }),
        fc.boolean(),
        (batch, cents, twoOfOurs) => {
          const candidate = (n: number) => ({
            ...facts(cents),
            key: `candidate${n}`,
            refnum: undefined,
            references: [],
          });
          const ours = (n: number) => ({
            ...facts(cents),
            attemptId: `ours${n}`,
            key: undefined,
            refnum: undefined,
            reference: `OURS-${n}`,
            certainty: "decided" as const,
            clerk: "Ann",
          });
          const gateway = twoOfOurs ? [candidate(1)] : [candidate(1), candidate(2)];
          const journal = twoOfOurs ? [ours(1), ours(2)] : [ours(1)];
          const header = { ...batch.header };
          header.sales = {
            cents: header.sales.cents + cents * gateway.length,
            count: header.sales.count + gateway.length,
          };
          const result = reconcile({
            ...batch,
            header,
            gateway: [...batch.gateway, ...gateway],
            journal: [...batch.journal, ...journal],
          });
          expect(named(result)).toContain(`ambiguous ${cents * (gateway.length - journal.length)}`);
          expect(result.pairs.some(({ gateway: { key } }) => key.startsWith("candidate"))).toBe(false);
          expect(result.remainder).toBe(0);
        },
      ),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it("names no void where two sets of them fit a total that was made before", () => {
    const voids = [1000, 1000].map((cents, n) => ({ ...facts(cents), key: `v${n}`, kind: "voids" as const }));
    const gateway = voids.map((one) => ({ ...one, refnum: undefined, references: [] }));
    const header = sumUp([
      { kind: "sales", cents: 1000 },
      { kind: "voids", cents: 1000 },
    ]);
    const result = reconcile({ header, gateway, isWhole: true, journal: [], closedAt: undefined });
    expect(named(result)).toEqual(["ambiguous 1000", "voidOfElsewhere 0", "voidOfElsewhere 0"]);
    expect(result.remainder).toBe(0);
  });

  it("compares each currency separately and never adds two", () => {
    const euros = { ...facts(500), currency: "EUR" };
    const listed = { ...euros, key: "k1", refnum: undefined, references: [] };
    const header = sumUp([{ kind: "sales", cents: 500 }]);
    const ours = {
      ...facts(500),
      currency: "GBP",
      attemptId: "a1",
      key: "k2",
      refnum: undefined,
      reference: "R-1",
      certainty: "answered" as const,
      clerk: "Ann",
    };
    const input = { header, gateway: [listed], isWhole: true, journal: [ours], closedAt: undefined };
    const result = reconcile(input);
    expect(named(result)).toEqual(["elsewhere 500 EUR", "missing -500 GBP"]);
    expect(netOf(result.header)).toBe(0);
    expect(result.others).toMatchObject([
      { currency: "EUR", transactions: { sales: { cents: 500, count: 1 } }, remainder: 0 },
      { currency: "GBP", journal: { sales: { cents: 500, count: 1 } }, remainder: 0 },
    ]);
  });

  it("finds a void after the total in the currency of the voided payment", () => {
    const late = { ...facts(500), kind: "voids" as const, currency: "EUR" };
    const listed = { ...late, key: "k1", refnum: undefined, references: [] };
    const header = sumUp([{ kind: "sales", cents: 500 }]);
    const input = { header, gateway: [listed], isWhole: true, journal: [], closedAt: undefined };
    const result = reconcile(input);
    expect(named(result)).toEqual(["voidedAfterTotal 500 EUR", "voidOfElsewhere 0 EUR"]);
    expect([netOf(result.header), result.remainder]).toEqual([0, 0]);
    expect(result.others).toMatchObject([
      { header: { sales: { cents: 500, count: 1 }, voids: { cents: 0, count: 0 } }, remainder: 0 },
    ]);
  });

  it("prints what nothing explains as the remainder", () => {
    const header = sumUp([{ kind: "sales", cents: 1200 }]);
    const result = reconcile({ header, gateway: [], isWhole: true, journal: [], closedAt: undefined });
    expect(result).toMatchObject({ causes: [], remainder: 1200 });
  });
});

describe("the sets of voids that add up", () => {
  it("are those that trying all of them finds", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 });
    fc.assert(
      fc.property(amounts, fc.nat(120), fc.integer({ min: 1, max: 4 }), (list, sum, count) => {
        const all = subsets(list.length, count).filter(
          (set) => set.reduce((total, place) => total + (list[place] ?? 0), 0) === sum,
        );
        const found = findSubsets(list, sum, count);
        expect(found.length).toBe(Math.min(all.length, 2));
        for (const set of found) expect(all).toContainEqual(set);
      }),
    );
  });

  it("are given up as uncertain where the search would take long", () => {
    const amounts = Array.from({ length: 400 }, (_, place) => 1_000_000 + place * 7);
    expect(findSubsets(amounts, 10_000_001, 10)).toHaveLength(2);
  });
});

const facts = (cents: number) => ({
  kind: "sales" as const,
  cents,
  tender: "card" as const,
  brand: "Visa",
  lastFour: "9999",
  authcode: "SAME",
  at: Date.parse("2026-11-19T12:00:00-06:00"),
});

const subsets = (size: number, count: number, from = 0): number[][] =>
  count === 0
    ? [[]]
    : Array.from({ length: Math.max(0, size - from) }, (_, n) => from + n).flatMap((place) =>
        subsets(size, count - 1, place + 1).map((rest) => [place, ...rest]),
      );

function shuffle(batch: TestBatch, random: Iterator<number>): TestBatch {
  const mix = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, at: random.next().value as number }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  return { ...batch, gateway: mix(batch.gateway), journal: mix(batch.journal) };
}
