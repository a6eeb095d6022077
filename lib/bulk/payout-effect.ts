import type { CommandName } from "../gateway/commands.ts";
import { isNewCredit, type KnownPayment, paysOut } from "./approval.ts";

/**
 * What a row does to money, as far as its payment is known. Cents are never negative; undefined where only the gateway
 * knows them.
 */
export type PayoutEffect =
  /** Money goes to the customer. */
  | { kind: "gives"; cents: number | undefined }
  /** The whole payment is undone, whatever the row names. */
  | { kind: "voids"; cents: number | undefined }
  /** The payment is lowered by so much before it is collected. */
  | { kind: "lowers"; cents: number; toCents: number }
  /** The payment becomes so much. */
  | { kind: "sets"; cents: number | undefined; fromCents: number | undefined }
  | { kind: "collects"; cents: number | undefined }
  /** Collected only once it is captured again. */
  | { kind: "puts off"; cents: number | undefined }
  /** One of two things: whether the payment is settled isn't known. */
  | { kind: "voids or gives" | "lowers or gives"; cents: number | undefined };

/** `cents` is what the row names, null where it names nothing. */
export function payoutEffect(
  command: CommandName,
  cents: number | null,
  payment: KnownPayment | undefined,
): PayoutEffect {
  const named = cents ?? undefined;
  const whole = payment?.soldCents;
  if (isTwofold(command)) {
    if (payment?.isSettled === undefined)
      return { kind: command === "creditvoid" ? "voids or gives" : "lowers or gives", cents: named };
    if (payment.isSettled) return { kind: "gives", cents: named ?? payment.leftCents };
    if (command === "creditvoid") return { kind: "voids", cents: whole };
    return { kind: "lowers", cents: named ?? 0, toCents: Math.max(0, payment.soldCents - (named ?? 0)) };
  }
  if (paysOut(command)) {
    const isCapped = !isNewCredit(command) || command === "check:credit";
    return { kind: "gives", cents: named ?? (isCapped ? payment?.leftCents : whole) };
  }
  switch (command) {
    case "cc:adjust":
      return { kind: "sets", cents: named ?? whole, fromCents: whole };
    case "queue":
      return { kind: "puts off", cents: whole };
    case "void":
    case "cc:void:release":
      return { kind: "voids", cents: whole };
    default:
      return { kind: "collects", cents: named ?? whole };
  }
}

/** What the command does depends on whether the payment is settled, which only a new reading shows. */
export const isTwofold = (command: CommandName) => command === "creditvoid" || command === "refund:adjust";
