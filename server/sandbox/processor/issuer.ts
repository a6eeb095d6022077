import type { AvsAnswer, CvcCode } from "#lib/gateway/codes.ts";
import { type IsoDecline, isoDeclines, isoErrorCode, outcomeErrors } from "#lib/gateway/errors.ts";
import { type CardBehavior, testCards } from "#lib/gateway/test-cards.ts";
import { makeAuthcode } from "../keys.ts";
import { partOf } from "../rules/amount.ts";
import { avsFor, cvcFor, type Verifiable } from "../rules/verification.ts";

/** The issuer's answer to a request for `cents`. */
export type IssuerAnswer =
  | ({ result: "A" | "P"; cents: number; authcode: string } & Verified)
  | ({ result: "D"; code: string; text: string } & Verified)
  | ({ result: "V" } & Verified);

/** Absent where the issuer does not answer; `avs` also when no address was sent. */
type Verified = { avs: AvsAnswer | undefined; cvc: CvcCode | undefined };

/** Asks the card's issuer. Test numbers follow their table; every other number is approved. */
export function askIssuer(
  number: string,
  cents: number,
  request: { partial: boolean /** Cents of the currency's smallest unit. */; unit?: number } & Verifiable,
): IssuerAnswer {
  const behavior = behaviorOf(number);
  const checks = {
    avs: answered(avsOf(behavior), (code) => avsFor(code, request)),
    cvc: answered(cvcOf(behavior), (code) => cvcFor(code, request)),
  } as const;
  switch (behavior.kind) {
    case "approve":
    case "slow":
      return { result: "A", cents, authcode: makeAuthcode(), ...checks };
    case "partial": {
      if (!request.partial) return { result: "D", ...partialNotAllowed, ...checks };
      const part = partOf(cents, behavior.percent, request.unit);
      return { result: part < cents ? "P" : "A", cents: part, authcode: makeAuthcode(), ...checks };
    }
    case "decline":
      return { result: "D", ...declineOf(behavior.iso), ...checks };
    case "verify":
      return { result: "V", ...checks };
  }
}

const answered = <Code extends string, Answer>(
  code: Code | "none",
  read: (code: Exclude<Code, "none">) => Answer,
) =>
  // What is left is a code.
  code === "none" ? undefined : read(code as Exclude<Code, "none">);

const avsOf = (behavior: CardBehavior) => (behavior.kind === "approve" && behavior.avs) || "YYY";

function cvcOf(behavior: CardBehavior): CvcCode | "none" {
  if (behavior.kind === "approve") return behavior.cvc ?? "M";
  return behavior.kind === "decline" && behavior.iso === CVV_FAILURE ? "N" : "M";
}

/** Declined for CVV failure. */
const CVV_FAILURE: IsoDecline = "97";

/** Seconds until the issuer of this card answers. */
export function issuerDelay(number: string): number {
  const behavior = behaviorOf(number);
  return behavior.kind === "slow" ? behavior.seconds : 0;
}

/** The card level of this number (`category_code`). */
export function cardLevel(number: string): string {
  const behavior = behaviorOf(number);
  return (behavior.kind === "approve" && behavior.level) || "A";
}

const behaviors = new Map<string, CardBehavior>(testCards.map((card) => [card.number, card.behavior]));

function behaviorOf(number: string): CardBehavior {
  return behaviors.get(number) ?? { kind: "approve" };
}

const partialNotAllowed = {
  code: String(outcomeErrors.partialNotAllowed.code),
  text: outcomeErrors.partialNotAllowed.text,
};

function declineOf(iso: IsoDecline | undefined): { code: string; text: string } {
  if (!iso)
    return { code: String(outcomeErrors.generalDecline.code), text: outcomeErrors.generalDecline.text };
  return { code: String(isoErrorCode(iso)), text: isoDeclines[iso] };
}
