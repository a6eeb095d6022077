import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { bankingDaysAfter } from "../banking-days.ts";
import { type FundingRules, feeOf, usualRules } from "../funding-rules.ts";
import { type Portion, type PortionPart, portionId } from "../portion.ts";
import { type OpenDeposit, proposeMatches } from "./propose.ts";

const portion = (over: Partial<Portion> & { batchKey: string }): Portion => ({
  batchName: over.batchKey,
  part: "cards",
  currency: "USD",
  cents: 10_000,
  salesCents: over.cents ?? 10_000,
  salesCount: 4,
  count: 4,
  closedDay: "2026-11-17",
  closedAt: Date.parse(`${over.closedDay ?? "2026-11-17"}T23:00:00Z`),
  ...over,
});
const deposit = (over: Partial<OpenDeposit>): OpenDeposit => ({
  id: "d1",
  day: "2026-11-19",
  cents: 10_000,
  currency: "USD",
  description: "MERCH DEP",
  ...over,
});

describe("one deposit", () => {
  test("is exact when one batch has its amount", () => {
    const portions = [portion({ batchKey: "a" }), portion({ batchKey: "b", cents: 20_001 })];
    expect(proposeMatches([deposit({})], portions, usualRules).get("d1")).toEqual({
      kind: "exact",
      solution: { portions: ["a cards USD"], feeCents: 0 },
    });
  });

  test("is exact as the sum of a weekend's batches", () => {
    const portions = ["2026-11-13", "2026-11-14", "2026-11-15"].map((closedDay, place) =>
      portion({ batchKey: `b${place}`, closedDay, cents: 5000 + place * 777 }),
    );
    const proposal = proposeMatches([deposit({ day: "2026-11-17", cents: 17_331 })], portions, usualRules);
    expect(proposal.get("d1")).toMatchObject({
      kind: "exact",
      solution: { portions: ["b0 cards USD", "b1 cards USD", "b2 cards USD"] },
    });
  });

  test("is ambiguous when two batches have its amount, and shows both", () => {
    const portions = [portion({ batchKey: "a" }), portion({ batchKey: "b" })];
    const proposal = proposeMatches([deposit({})], portions, usualRules).get("d1");
    expect(proposal).toMatchObject({ kind: "ambiguous", rivals: [] });
    expect(proposal?.kind === "ambiguous" && proposal.solutions.length).toBe(2);
  });

  test("is ambiguous beside another deposit of the same amount", () => {
    const deposits = [deposit({}), deposit({ id: "d2" })];
    const proposals = proposeMatches(deposits, [portion({ batchKey: "a" })], usualRules);
    expect(proposals.get("d1")).toMatchObject({ kind: "ambiguous", rivals: ["d2"] });
    expect(proposals.get("d2")).toMatchObject({ kind: "ambiguous", rivals: ["d1"] });
  });

  test("never pays a batch that closed later, long ago, or in another currency", () => {
    const portions = [
      portion({ batchKey: "later", closedDay: "2026-11-20" }),
      portion({ batchKey: "old", closedDay: "2026-10-30" }),
      portion({ batchKey: "euro", currency: "EUR" }),
    ];
    expect(proposeMatches([deposit({})], portions, usualRules).get("d1")).toEqual({
      kind: "none",
      closest: undefined,
    });
  });

  test("never pays a batch of the same day, unless the rules say that it is paid the same day", () => {
    const portions = [portion({ batchKey: "18", closedDay: "2026-11-16" }), portion({ batchKey: "19" })];
    const onDay = (day: string, rules = usualRules) =>
      proposeMatches([deposit({ day })], portions, rules).get("d1");
    expect(onDay("2026-11-17")).toEqual({
      kind: "exact",
      solution: { portions: ["18 cards USD"], feeCents: 0 },
    });
    expect(onDay("2026-11-18")?.kind).toBe("ambiguous");
    expect(onDay("2026-11-17", { ...usualRules, cardDays: 0 })?.kind).toBe("ambiguous");
  });

  test("never mixes cards with checks, and never takes cash", () => {
    const portions = [
      portion({ batchKey: "a", cents: 4000 }),
      portion({ batchKey: "a", cents: 6000, part: "checks" }),
      portion({ batchKey: "b", part: "cash" }),
    ];
    expect(proposeMatches([deposit({})], portions, usualRules).get("d1")?.kind).toBe("none");
  });

  test("says which batches come closest, and by how much they differ", () => {
    const portions = [portion({ batchKey: "a", cents: 10_200 }), portion({ batchKey: "b", cents: 50_000 })];
    expect(proposeMatches([deposit({})], portions, usualRules).get("d1")).toEqual({
      kind: "none",
      closest: { portions: ["a cards USD"], feeCents: 0, expectedCents: 10_200, differenceCents: -200 },
    });
  });
});

describe("American Express", () => {
  const portions = [
    portion({ batchKey: "a", cents: 7000 }),
    portion({ batchKey: "a", cents: 3000, part: "amex" }),
  ];

  test("is paid by a deposit of its own when it pays apart", () => {
    const proposals = proposeMatches(
      [deposit({ cents: 7000 }), deposit({ id: "d2", cents: 3000 })],
      portions,
      usualRules,
    );
    expect(proposals.get("d1")).toMatchObject({ kind: "exact", solution: { portions: ["a cards USD"] } });
    expect(proposals.get("d2")).toMatchObject({ kind: "exact", solution: { portions: ["a amex USD"] } });
  });

  test("is paid with the other cards when it doesn't", () => {
    const proposal = proposeMatches([deposit({})], portions, { ...usualRules, isAmexApart: false });
    expect(proposal.get("d1")).toMatchObject({
      kind: "exact",
      solution: { portions: ["a amex USD", "a cards USD"] },
    });
  });

  test("is only suggested with the other cards when the rules say apart", () => {
    expect(proposeMatches([deposit({})], portions, usualRules).get("d1")).toMatchObject({
      kind: "suggested",
      why: "otherPayout",
    });
  });
});

describe("fees", () => {
  const net: FundingRules = { ...usualRules, fees: "net", ratePpm: 26_000, perItemCents: 10 };

  test("are computed to the cent: 2.6 % of $4,400.45 and 64 times $0.10 are $120.81", () => {
    expect(feeOf(net, { salesCents: 440_045, salesCount: 64 })).toBe(12_081);
  });

  test("are kept from the deposit when they are net", () => {
    const batch = portion({ batchKey: "2183", cents: 440_045, salesCents: 440_045, salesCount: 64 });
    expect(proposeMatches([deposit({ cents: 427_964 })], [batch], net).get("d1")).toEqual({
      kind: "exact",
      solution: { portions: ["2183 cards USD"], feeCents: 12_081 },
    });
  });

  test("are suggested when they aren't known in advance", () => {
    const rules = { ...net, ratePpm: 0, perItemCents: 0 };
    const batch = portion({ batchKey: "2183", cents: 440_045 });
    expect(proposeMatches([deposit({ cents: 427_964 })], [batch], rules).get("d1")).toEqual({
      kind: "suggested",
      why: "fee",
      solution: { portions: ["2183 cards USD"], feeCents: 12_081 },
    });
  });
});

describe("a deposit that differs from a known fee", () => {
  const net: FundingRules = { ...usualRules, fees: "net", ratePpm: 26_000, perItemCents: 10 };
  const cards30 = portion({
    batchKey: "30",
    cents: 286_585,
    salesCents: 289_935,
    salesCount: 46,
  });
  const amex18 = portion({
    batchKey: "18",
    part: "amex",
    cents: 2400,
    salesCents: 2400,
    salesCount: 2,
  });
  const checks27 = portion({ batchKey: "checks 2026-11-17", part: "checks", cents: 7750 });
  const portions = [cards30, amex18, checks27];

  test.each([
    ["cards that are $5.00 short", 278_087, "30 cards USD", 7998, -500],
    ["American Express with a higher fee", 2275, "18 amex USD", 82, -43],
    ["checks, which have no fee", 7555, "checks 2026-11-17 checks USD", 0, -195],
  ])("is never explained by a bigger fee: %s", (_, cents, id, feeCents, differenceCents) => {
    expect(proposeMatches([deposit({ cents })], portions, net).get("d1")).toEqual({
      kind: "none",
      closest: { portions: [id], feeCents, expectedCents: cents - differenceCents, differenceCents },
    });
  });

  test("is explained by a fee of cards alone where fees are kept and not known", () => {
    const unknown = { ...net, ratePpm: 0, perItemCents: 0 };
    const of = (cents: number) => proposeMatches([deposit({ cents })], portions, unknown).get("d1")?.kind;
    expect([of(278_087), of(2275), of(7555)]).toEqual(["suggested", "suggested", "none"]);
  });
});

describe("the words of a bank line", () => {
  const portions = [
    portion({ batchKey: "21", part: "amex", cents: 10_925 }),
    portion({ batchKey: "22", part: "amex", cents: 5820 }),
    portion({ batchKey: "checks 2026-11-14", part: "checks", cents: 16_745 }),
  ];
  const checks = deposit({ id: "d1", cents: 16_745, description: "ACH CHECKS" });
  const amex = deposit({ id: "d2", cents: 10_925, description: "AMERICAN EXPRESS SETTLEMENT" });

  test("choose among several solutions, as a suggestion", () => {
    const proposals = proposeMatches([checks, amex], portions, usualRules);
    expect([...proposals.values()]).toEqual([
      {
        kind: "suggested",
        why: "words",
        solution: { portions: ["checks 2026-11-14 checks USD"], feeCents: 0 },
      },
      { kind: "suggested", why: "words", solution: { portions: ["21 amex USD"], feeCents: 0 } },
    ]);
  });

  test("choose nothing where they name no part, two parts, or one that doesn't fit", () => {
    for (const description of ["MERCH DEP", "AMEX AND CHECKS", ""])
      expect(proposeMatches([{ ...checks, description }, amex], portions, usualRules).get("d1")?.kind).toBe(
        "ambiguous",
      );
    const twice = [portion({ batchKey: "a" }), portion({ batchKey: "b" })];
    const proposal = proposeMatches([deposit({ description: "AMEX" })], twice, usualRules).get("d1");
    expect(proposal).toMatchObject({ kind: "ambiguous", solutions: [{}, {}] });
  });

  test("leave two lines of one amount ambiguous", () => {
    const proposals = proposeMatches([amex, { ...amex, id: "d3" }], portions, usualRules);
    expect([...proposals.values()].map(({ kind }) => kind)).toEqual(["ambiguous", "ambiguous"]);
  });
});

describe("random batches and deposits", () => {
  const days = Array.from({ length: 8 }, (_, place) => `2026-11-${String(9 + place).padStart(2, "0")}`);
  const rules = fc.record({
    ...Object.fromEntries(Object.entries(usualRules).map(([name, value]) => [name, fc.constant(value)])),
    isAmexApart: fc.boolean(),
    fees: fc.constantFrom("net", "separate"),
    perItemCents: fc.constantFrom(0, 10),
    ratePpm: fc.constantFrom(0, 26_000),
    cardDays: fc.constantFrom(0, 2, 2),
  }) as fc.Arbitrary<FundingRules>; // the names are those of the usual rules

  /** Few cents make many equal sums, many cents few. */
  const deposits = fc.constantFrom(40, 40, 3000, 900_000).chain((most) =>
    fc.record({
      rules,
      portions: fc.uniqueArray(
        fc.record({
          batch: fc.integer({ min: 0, max: 7 }),
          part: fc.constantFrom<PortionPart>("cards", "cards", "amex", "checks", "cash"),
          cents: fc.integer({ min: -Math.floor(most / 8), max: most }),
          count: fc.integer({ min: 1, max: 5 }),
        }),
        { maxLength: 11, selector: ({ batch, part }) => `${batch} ${part}` },
      ),
      deposits: fc.array(
        fc.record({
          mask: fc.integer({ min: 1, max: 2047 }),
          part: fc.constantFrom("cards", "amex", "checks"),
          off: fc.constantFrom(0, 0, 0, 1, -7),
          // Late enough for several batches.
          day: fc.constantFrom(...days.slice(4)),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  );

  test("finds every unique solution, and never calls an ambiguous one exact", () => {
    let exact = 0;
    let ambiguous = 0;
    fc.assert(
      fc.property(deposits, (made) => {
        const portions = made.portions.map(({ batch, part, cents, count }) =>
          portion({
            batchKey: `b${batch}`,
            part,
            cents,
            salesCents: Math.max(cents, 0),
            salesCount: count,
            closedDay: days[batch] ?? "",
          }),
        );
        const deposits = made.deposits.map(({ mask, part, off, day }, place) => {
          const paid = portions.filter((one, at) => wayOf(one, made.rules) === part && mask & (1 << at));
          const cents = paid.reduce((sum, one) => sum + expectedCents(one, made.rules), 0) + off;
          return deposit({ id: `d${place}`, day, cents });
        });
        const truth = bruteForce(deposits, portions, made.rules);
        for (const [id, proposal] of proposeMatches(deposits, portions, made.rules)) {
          const unique = truth.get(id);
          if (unique) exact += 1;
          if (proposal.kind === "ambiguous") ambiguous += 1;
          expect(proposal.kind === "exact" ? proposal.solution.portions : undefined).toEqual(unique);
        }
      }),
      { numRuns: randomRuns(2000) },
    );
    // The test would prove nothing if one of the two never came up.
    expect(exact).toBeGreaterThan(0);
    expect(ambiguous).toBeGreaterThan(0);
  });

  test("by words suggests only what they name, each part to one deposit, and nothing that is exact without them", () => {
    let named = 0;
    const few = fc.record({
      portions: fc.uniqueArray(
        fc.record({
          batch: fc.integer({ min: 0, max: 4 }),
          part: fc.constantFrom<PortionPart>("cards", "amex", "checks"),
          cents: fc.constantFrom(1000, 2000, 3700),
        }),
        { minLength: 2, maxLength: 7, selector: ({ batch, part }) => `${batch} ${part}` },
      ),
      deposits: fc.array(
        fc.record({
          cents: fc.constantFrom(1000, 2000, 3700, 4700),
          day: fc.constantFrom(...days.slice(3)),
          description: fc.constantFrom("MERCH DEP", "AMEX SETTLEMENT", "ACH CHECKS"),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(few, (made) => {
        const portions = made.portions.map(({ batch, ...one }) =>
          portion({ ...one, batchKey: `b${batch}`, closedDay: days[batch] ?? "" }),
        );
        const deposits = made.deposits.map((one, place) => deposit({ ...one, id: `d${place}` }));
        const proposals = proposeMatches(deposits, portions, usualRules);
        const without = deposits.map((one) => ({ ...one, description: "" }));
        const plain = proposeMatches(without, portions, usualRules);
        const claimed: string[] = [];
        for (const { id, description } of deposits) {
          const proposal = proposals.get(id);
          if (proposal?.kind === "exact") claimed.push(...proposal.solution.portions);
          if (proposal?.kind !== "suggested" || proposal.why !== "words") {
            expect(proposal).toEqual(plain.get(id));
            continue;
          }
          named += 1;
          claimed.push(...proposal.solution.portions);
          expect(plain.get(id)?.kind).toBe("ambiguous");
          const part = description === "ACH CHECKS" ? "checks" : "amex";
          expect(proposal.solution.portions.every((one) => one.includes(` ${part} `))).toBe(true);
        }
        expect(new Set(claimed).size).toBe(claimed.length);
      }),
      { numRuns: randomRuns(2000) },
    );
    expect(named).toBeGreaterThan(0);
  });

  test("compares all sets of 32 batches", () => {
    const portions = Array.from({ length: 32 }, (_, place) =>
      portion({ batchKey: `b${String(place).padStart(2, "0")}`, cents: 100_003 + place * place * 1009 }),
    );
    const paid = [1, 8, 19, 30].map((place) => portions[place]?.cents ?? 0);
    const cents = paid.reduce((sum, one) => sum + one, 0);
    const proposal = proposeMatches([deposit({ cents })], portions, usualRules).get("d1");
    expect(proposal?.kind).not.toBe("none");
    const more = [...portions, portion({ batchKey: "z", cents: 7 })];
    expect(proposeMatches([deposit({ cents: 7 })], more, usualRules).get("d1")).toMatchObject({
      kind: "suggested",
      why: "manyBatches",
    });
    // The first of 33 is no longer compared in sets.
    const first = [portion({ batchKey: "a", cents: 3, closedDay: "2026-11-16" }), ...portions];
    expect(proposeMatches([deposit({ cents: 3 })], first, usualRules).get("d1")).toEqual({
      kind: "suggested",
      why: "manyBatches",
      solution: { portions: ["a cards USD"], feeCents: 0 },
    });
  });
});

const wayOf = ({ part }: Portion, { isAmexApart }: FundingRules) =>
  part === "amex" && !isAmexApart ? "cards" : part;

const expectedCents = (one: Portion, rules: FundingRules) =>
  one.cents - (rules.fees === "net" && one.part !== "checks" ? feeOf(rules, one) : 0);

/** The only solution of each deposit that has one, by trying every set of portions. */
function bruteForce(deposits: readonly OpenDeposit[], portions: readonly Portion[], rules: FundingRules) {
  const solutions = new Map<string, string[][]>();
  for (const { id, day, cents } of deposits) {
    const near = portions.filter(({ part, closedDay }) => {
      const days = part === "checks" ? rules.checkDays : rules.cardDays;
      const due = bankingDaysAfter(closedDay, days);
      return (
        part !== "cash" &&
        (days === 0 ? closedDay <= day : closedDay < day) &&
        day <= bankingDaysAfter(due, 3)
      );
    });
    const found: string[][] = [];
    for (const way of ["cards", "amex", "checks"]) {
      const groups = groupsOf(near.filter((one) => wayOf(one, rules) === way));
      const sums = groups.map((group) => group.reduce((sum, one) => sum + expectedCents(one, rules), 0));
      for (let mask = 1; mask < 1 << groups.length; mask += 1) {
        const isIn = (place: number) => (mask & (1 << place)) !== 0;
        if (sums.some((sum, place) => isIn(place) && sum === 0)) continue;
        if (sums.reduce((sum, one, place) => sum + (isIn(place) ? one : 0), 0) === cents)
          found.push(
            groups
              .filter((_, place) => isIn(place))
              .flat()
              .map(portionId)
              .sort(),
          );
      }
    }
    solutions.set(id, found);
  }
  return new Map(
    [...solutions].map(([id, found]) => {
      const rivals = [...solutions].filter(([other]) => other !== id).flatMap(([, others]) => others.flat());
      const [only, ...more] = found;
      const isUnique = only && more.length === 0 && !only.some((one) => rivals.includes(one));
      return [id, isUnique ? only : undefined] as const;
    }),
  );
}

/** What is paid together: the card portions of a batch. */
const groupsOf = (portions: readonly Portion[]) => [
  ...Map.groupBy(portions, ({ batchKey, part }) => `${batchKey} ${part === "checks"}`).values(),
];
