import fc from "fast-check";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { testCards } from "#lib/gateway/test-cards.ts";
import type { Failpoint } from "#server/failpoint.ts";
import { sale } from "../follow-up/test-follow-ups.ts";
import type { Death } from "./test-order-console.ts";

/** For tests only: what may happen to an order. */

const points: readonly Failpoint[] = [
  "payments.before-intent",
  "payments.intent-written",
  "payments.queued",
  "gateway.about-to-send",
  "gateway.connected",
  "gateway.reply-started",
  "gateway.reply-body",
  "payments.reply-parsed",
  "payments.outcome-stored",
];
const death: fc.Arbitrary<Death> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.record({ point: fc.constantFrom(...points) }) },
  { weight: 3, arbitrary: fc.record({ statement: fc.nat(160) }) },
);
const answer = fc.constantFrom("comes", "comes", "comes", "reset-before", "reset-after-commit");
const tender = fc.constantFrom("card", "partial", "declined", "check", "cash");
const all = { death, answer };
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("part"),
      tender,
      percent: fc.constantFrom(30, 60, 100, 100),
      workstations: fc.constantFrom(1, 1, 2),
      ...all,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("undo"), workstations: fc.constantFrom(1, 1, 2), ...all }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "undo part",
        "refund",
        "refund some",
        "void",
        "unvoid",
        "void refund",
        "void refund",
      ),
      nth: fc.nat(5),
      ...all,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("void elsewhere"), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("look"), death }) },
);
export type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;
export const scenario = fc.record({
  first: fc.record({
    tender: fc.constantFrom("card", "partial", "check", "cash"),
    cents: fc.integer({ min: 1000, max: 99_999 }),
    ...all,
  }),
  actions: fc.array(action, { minLength: 2, maxLength: 9, size: "max" }),
  undoes: fc.boolean(),
});

export type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

let cards = Math.floor(Math.random() * 1e9);

/** A number of its own for each card: the same one twice would be asked about. */
function nextCard(): string {
  cards += 1;
  const digits = `45${String(cards).padStart(13, "0")}`;
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const numberOf = (kind: string) => {
  const found = testCards.filter(({ behavior }) => behavior.kind === kind);
  return found[cards++ % found.length]?.number ?? "";
};

export function charge(attemptId: string, tender: string, amount: string, change: Record<string, unknown>) {
  const { check, card } = emptyCharge("");
  const number =
    tender === "partial" ? numberOf("partial") : tender === "declined" ? numberOf("decline") : nextCard();
  const tenders = {
    cash: { tender: "cash" as const },
    check: {
      tender: "check" as const,
      check: { ...check, name: "Ada Okafor", routing: "021000021", account: nextCard().slice(0, 12) },
    },
  };
  return {
    ...sale(amount, {
      card: { ...card, number, expiration: "1249" },
      ...change,
      ...(tender === "cash" || tender === "check" ? tenders[tender] : {}),
    }),
    attemptId,
  };
}
