import { type CommandName, commands } from "../gateway/commands.ts";
import type { KnownPayment } from "./approval.ts";

/**
 * What a row does to money, as far as its payment is known. Cents are never negative; undefined where only the gateway
 * knows them.
 */
export type PayoutEffect =
  /** Money goes to the customer. */
  | { kind: "gives"; cents: number | undefined }
  /** The whole payment is undone, even if the row names less. */
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
  const { money } = commands[command];
  switch (money) {
    case "voidsOrRefunds":
      if (payment?.isSettled === undefined) return { kind: "voids or gives", cents: named };
      return payment.isSettled
        ? { kind: "gives", cents: named ?? payment.leftCents }
        : { kind: "voids", cents: whole };
    case "lowers": {
      if (payment?.isSettled === undefined) return { kind: "lowers or gives", cents: named };
      if (payment.isSettled) return { kind: "gives", cents: named ?? payment.leftCents };
      const lowered = named ?? 0;
      return { kind: "lowers", cents: lowered, toCents: Math.max(0, payment.soldCents - lowered) };
    }
    case "refunds":
    case "credits": {
      const isCapped = money === "refunds" || command === "check:credit";
      return { kind: "gives", cents: named ?? (isCapped ? payment?.leftCents : whole) };
    }
    case "sets":
      return { kind: "sets", cents: named ?? whole, fromCents: whole };
    case "postpones":
      return { kind: "puts off", cents: whole };
    case "voids":
      return { kind: "voids", cents: whole };
    case "takes":
    case "holds":
    case "collects":
    case "restores":
    case "none":
      return { kind: "collects", cents: named ?? whole };
    default:
      return money satisfies never;
  }
}
