import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resultCodes, statusCodes, trantypes } from "#lib/gateway/codes.ts";
import { availableActions, stepOfAction } from "./available-actions.ts";
import { type Facts, type State, stateOf } from "./state.ts";
import { creditvoidStep, refusalOf, type Step, stepRefusal } from "./steps.ts";

const steps: readonly Step[] = ["void", "release", "unvoid", "capture", "adjust", "queue", "refund", "lower"];

const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];
const facts: fc.Arbitrary<Facts> = fc.record({
  tender: fc.constantFrom("card", "check", "cash"),
  result_code: fc.constantFrom(...keysOf(resultCodes)),
  trantype_code: fc.constantFrom(...keysOf(trantypes)),
  status_code: fc.constantFrom(...keysOf(statusCodes)),
  batchStatus: fc.constantFrom("open", "closing", "closed", undefined),
  expiresAt: fc.constantFrom(undefined, 10, 20),
  now: fc.constantFrom(10, 15),
});

const states = new Set<State>();
fc.assert(
  fc.property(facts, (given) => {
    states.add(stateOf(given));
  }),
  { numRuns: 20_000, seed: 1 },
);

test("every combination of codes has a state, and every state is reached", () => {
  expect(states.size).toBe(20);
});

describe.each([...states])("%s", (state) => {
  test("offers nothing that would be refused", () => {
    for (const result_code of ["A", "P"] as const)
      for (const refunded of [0, 500, 1000]) {
        const standing = { state, row: { result_code, amount: 1000 }, refunded };
        for (const action of availableActions(standing)) {
          const step = stepOfAction[action];
          if (step) expect([action, refusalOf(step, standing)]).toEqual([action, undefined]);
        }
      }
  });

  test("never allows a void and says it is settled, nor an unvoid of what is not voided", () => {
    if (state.endsWith("settled")) expect(stepRefusal("void", state)).toBeDefined();
    expect(stepRefusal("unvoid", state) === undefined).toBe(state === "voided");
  });

  test("is voided by a creditvoid exactly when it can be voided", () => {
    const voidable = stepRefusal("void", state) === undefined;
    if (voidable) expect(creditvoidStep(state)).toBe("void");
    if (creditvoidStep(state) === "refund") expect(stepRefusal("refund", state)).toBeUndefined();
  });
});

test("what was not approved allows nothing", () => {
  for (const step of steps) expect(stepRefusal(step, "failed")).toBe("originalNotApproved");
  expect(availableActions(sale("failed"))).toEqual([]);
});

test("a fully refunded sale offers no further connected refund", () => {
  expect(availableActions(sale("sale-settled", { refunded: 1000 }))).toEqual(["quickrefund", "quicksale"]);
});

test("a partly approved sale is not offered to be taken out of the batch, a full one is", () => {
  expect(availableActions(sale("sale-pending"))).toContain("queue");
  const partial = sale("sale-pending", { result_code: "P" });
  expect(availableActions(partial)).not.toContain("queue");
  expect(refusalOf("queue", partial)).toBe("notQueueable");
});

test("a sale refunded in part before it is settled can be neither voided nor queued", () => {
  const actions = availableActions(sale("sale-pending", { refunded: 400 }));
  for (const action of ["void", "releasefunds", "queue"]) expect(actions).not.toContain(action);
});

function sale(
  state: State,
  { result_code = "A", refunded = 0 }: { result_code?: "A" | "P"; refunded?: number } = {},
) {
  return { state, row: { result_code, amount: 1000 }, refunded };
}
