import fc from "fast-check";

/** For tests only: what may happen in the model. */

const minute = 60_000;
const hour = 60 * minute;

/** What kind of gateway it is. */
export const setting = fc.record({
  lists: fc.constantFrom(true, true, false),
  leavesOut: fc.constantFrom(
    [],
    [],
    ["card"],
    ["authorization"],
    ["check"],
    ["card", "authorization", "check"],
  ),
  lagMs: fc.constantFrom(0, 0, 10 * minute),
  maxPerPage: fc.constantFrom(1, 2, 3, 1000),
  aheadMs: fc.constantFrom(0, 0, -20 * hour, -hour, 90_000, hour, 17 * hour, 72 * hour),
});
export type Setting = typeof setting extends fc.Arbitrary<infer Value> ? Value : never;

/** How a command ends, at the gateway and on its way back. */
const fate = fc.constantFrom(
  "approved",
  "declined",
  "refused",
  "unsent",
  "lost-before",
  "lost-after",
  "lost-after",
  "lost-declined",
  "lost-duplicate",
  "late",
  "late",
);
export type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never;

const payment = fc.record({
  kind: fc.constant("pay" as const),
  command: fc.constantFrom("sale", "sale", "sale", "authonly", "check:sale"),
  fate,
  /** Where the console dies on the way, if it does. */
  dies: fc.constantFrom("no", "no", "no", "prepared", "sent", "answered"),
});

/** A void of the n-th payment recorded as approved. */
const voiding = fc.record({
  kind: fc.constant("void" as const),
  nth: fc.nat(5),
  fate: fc.constantFrom("approved", "lost-before", "lost-after", "late"),
});

export const actions = fc.oneof(
  { weight: 4, arbitrary: payment },
  { weight: 1, arbitrary: voiding },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.constantFrom(1000, 5000, 35_000, minute, 95_000, 3 * minute, hour, 13 * hour, 30 * hour),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("look" as const), diesAfter: fc.option(fc.nat(12)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("decide" as const), nth: fc.nat(5), moved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "close" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "outage" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("webhook" as const), nth: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("stranger" as const), voids: fc.boolean(), nth: fc.nat(5) }),
  },
);
export type Action = typeof actions extends fc.Arbitrary<infer Value> ? Value : never;
