import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keysOf } from "#lib/keys-of.ts";
import { randomRuns } from "#lib/random-tests.ts";
import { resultCodes } from "./codes/result-codes.ts";
import { statusCodes, tenderOfTrantype, trantypes } from "./codes.ts";
import { type Action, availableActions, commandNames, commands } from "./commands.ts";
import { type Phase, type TransactionKind, type TransactionState, toState } from "./transaction-phase.ts";
import { isOfferedIn, offeredActions, refusalOf, stateRefusal, whyNotOffered } from "./transaction-state.ts";

const actions: Action[] = [...new Set(commandNames.flatMap((name) => commands[name].action ?? []))];

const codes = fc
  .record({
    result_code: fc.constantFrom(...keysOf(resultCodes)),
    trantype_code: fc.constantFrom(...keysOf(trantypes)),
    status_code: fc.constantFrom(...keysOf(statusCodes)),
  })
  .map((given) => ({ ...given, tender: tenderOfTrantype[given.trantype_code] }));
const known = fc.record({
  batchStatus: fc.constantFrom("open", "closing", "closed", undefined),
  expiresAt: fc.constantFrom(undefined, 10, 20),
  now: fc.constantFrom(10, 15),
});

const states = new Map<string, TransactionState>();
fc.assert(
  fc.property(codes, known, (given, more) => {
    const state = toState(given, more);
    states.set(`${state.kind} ${state.phase}`, state);
  }),
  { numRuns: randomRuns(20_000), seed: 1 },
);

test("every combination of codes has a state, and every sandbox state is reachable", () => {
  expect([...states.keys()]).toEqual(
    expect.arrayContaining([
      ...[
        "authorized",
        "expired",
        "pending",
        "closing",
        "settled",
        "voided",
        "voidedForGood",
        "released",
      ].map((phase) => `sale ${phase}`),
      ...["pending", "closing", "settled", "voided", "voidedForGood", "released"].map(
        (phase) => `refund ${phase}`,
      ),
      ...["pending", "held", "submitted", "settled", "returned", "error", "voided"].flatMap((phase) => [
        `check ${phase}`,
        `checkCredit ${phase}`,
      ]),
      "cash posted",
      ...["declined", "error", "verification"].map((phase) => `notApproved ${phase}`),
    ]),
  );
});

describe.each([...states])("%s", (_name, state) => {
  test("offers nothing that would be refused", () => {
    for (const result_code of ["A", "P"])
      for (const refunded of [0, 500, 1000]) {
        const facts = { state, row: { result_code, amount: 1000 }, refunded };
        for (const action of offeredActions(facts))
          expect([action, refusalOf(action, facts)]).toEqual([action, undefined]);
      }
  });

  test("offers only what `available_actions` can say", () => {
    const facts = { state, row: { result_code: "A", amount: 1000 }, refunded: 0 };
    expect(availableActions).toEqual(expect.arrayContaining(offeredActions(facts)));
  });

  test("never allows a void while it is called settled, nor an unvoid without a void", () => {
    if (state.phase === "settled") expect(stateRefusal("void", state)).toBeDefined();
    const isVoidedCard = state.phase === "voided" && (state.kind === "sale" || state.kind === "refund");
    expect(stateRefusal("unvoid", state) === undefined).toBe(isVoidedCard);
  });

  test("repeats no refund or credit as a sale", () => {
    if (state.kind === "refund" || state.kind === "checkCredit")
      expect(stateRefusal("quicksale", state)).toBeDefined();
  });

  test("offers either a void or a refund, so that a creditvoid has one way", () => {
    if (stateRefusal("void", state) === undefined) expect(isOfferedIn("refund", state)).toBe(false);
    if (isOfferedIn("refund", state)) expect(stateRefusal("refund", state)).toBeUndefined();
  });
});

test("an unapproved transaction allows nothing", () => {
  for (const action of actions)
    expect(stateRefusal(action, { kind: "notApproved", phase: "declined" })).toBe("originalNotApproved");
  expect(offeredActions(factsOf("notApproved", "error"))).toEqual([]);
});

test("an unknown state offers and allows nothing", () => {
  expect(offeredActions(factsOf("sale", "other"))).toEqual([]);
  for (const action of actions)
    expect(stateRefusal(action, { kind: "sale", phase: "other" })).toBe("unsupportedType");
});

test("a fully refunded sale offers no further connected refund", () => {
  expect(offeredActions(factsOf("sale", "settled", { refunded: 1000 }))).toEqual([
    "quickrefund",
    "quicksale",
  ]);
});

test("a partly approved sale is not offered to be taken out of the batch, a full one is", () => {
  expect(offeredActions(factsOf("sale", "pending"))).toContain("queue");
  const partial = factsOf("sale", "pending", { result_code: "P" });
  expect(offeredActions(partial)).not.toContain("queue");
  expect(refusalOf("queue", partial)).toBe("notQueueable");
});

test("a sale refunded in part before it is settled can be neither voided nor queued", () => {
  const offered = offeredActions(factsOf("sale", "pending", { refunded: 400 }));
  for (const action of ["void", "releasefunds", "queue"]) expect(offered).not.toContain(action);
});

test("codes alone do not show an expired authorization, a closing batch or a void for good", () => {
  const card = { tender: "card", result_code: "A" } as const;
  const now = { now: 15, expiresAt: 10, batchStatus: undefined };
  const hold = { ...card, trantype_code: "A", status_code: "N" };
  expect([toState(hold).phase, toState(hold, now).phase]).toEqual(["authorized", "expired"]);
  const voided = { ...card, trantype_code: "V", status_code: "P" };
  expect([toState(voided).phase, toState(voided, now).phase]).toEqual(["voided", "voidedForGood"]);
  // So the reason is that of the state which only the gateway knows.
  expect(whyNotOffered("unvoid", toState(voided))).toBe("too late, the batch has closed");
  expect(whyNotOffered("unvoid", toState({ ...voided, trantype_code: "Z" }))).toMatch(/no longer in effect/);
});

function factsOf(
  kind: TransactionKind,
  phase: Phase,
  { result_code = "A", refunded = 0 }: { result_code?: string; refunded?: number } = {},
) {
  return { state: { kind, phase }, row: { result_code, amount: 1000 }, refunded };
}
