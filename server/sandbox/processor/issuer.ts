import type { AvsCode, CvcCode } from "#lib/gateway/codes.ts";
import { type IsoDecline, isoDeclines, outcomeErrors } from "#lib/gateway/errors.ts";
import { type CardBehaviour, testCards } from "#lib/gateway/test-cards.ts";
import { makeAuthcode } from "../keys.ts";
import { partOf } from "../rules/amount.ts";
import { avsFor, cvcFor, type Verifiable } from "../rules/verification.ts";

/** The issuer's answer to a request for `cents`. */
export type IssuerAnswer =
  | ({ result: "A" | "P"; cents: number; authcode: string } & Verified)
  | ({ result: "D"; code: string; text: string } & Verified)
  | ({ result: "V" } & Verified);

/** `avs` is absent when no address was sent. */
type Verified = { avs: AvsCode | undefined; cvc: CvcCode };

/** Asks the card's issuer. Test numbers follow their table; every other number is approved. */
export function askIssuer(
  number: string,
  cents: number,
  request: { partial: boolean } & Verifiable,
): IssuerAnswer {
  const behaviour = behaviourOf(number);
  const checks = {
    avs: avsFor((behaviour.kind === "approve" && behaviour.avs) || "YYY", request),
    cvc: cvcFor(cvcOf(behaviour), request),
  } as const;
  switch (behaviour.kind) {
    case "approve":
    case "slow":
      return { result: "A", cents, authcode: makeAuthcode(), ...checks };
    case "partial":
      if (!request.partial) return { result: "D", ...partialNotAllowed, ...checks };
      return { result: "P", cents: partOf(cents, behaviour.percent), authcode: makeAuthcode(), ...checks };
    case "decline":
      return { result: "D", ...declineOf(behaviour.iso), ...checks };
    case "verify":
      return { result: "V", ...checks };
  }
}

function cvcOf(behaviour: CardBehaviour): CvcCode {
  if (behaviour.kind === "approve") return behaviour.cvc ?? "M";
  return behaviour.kind === "decline" && behaviour.iso === CVV_FAILURE ? "N" : "M";
}

/** Declined for CVV failure. */
const CVV_FAILURE: IsoDecline = "97";

/** Seconds until the issuer of this card answers. */
export function issuerDelay(number: string): number {
  const behaviour = behaviourOf(number);
  return behaviour.kind === "slow" ? behaviour.seconds : 0;
}

const behaviours = new Map<string, CardBehaviour>(testCards.map((card) => [card.number, card.behaviour]));

function behaviourOf(number: string): CardBehaviour {
  return behaviours.get(number) ?? { kind: "approve" };
}

const partialNotAllowed = {
  code: String(outcomeErrors.partialNotAllowed.code),
  text: outcomeErrors.partialNotAllowed.text,
};

function declineOf(iso: IsoDecline | undefined): { code: string; text: string } {
  if (!iso)
    return { code: String(outcomeErrors.generalDecline.code), text: outcomeErrors.generalDecline.text };
  return { code: String(ISO_BASE + Number(iso)), text: isoDeclines[iso] };
}

const ISO_BASE = 10200;
