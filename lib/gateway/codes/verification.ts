import { text, translated } from "#lib/language/t.ts";
import type { AvsCode, CvcCode } from "../codes.ts";

/** Whether it matches the issuer's data; undefined if the issuer could not compare it. */
export type Match = boolean | undefined;

/** What a code of the address verification (AVS) means. `text` and `advice` are for a clerk. */
export type AddressFinding =
  | { kind: "compared"; street: Match; postalCode: Match; text: string; advice?: string }
  | { kind: "unchecked"; text: string; advice?: string };

export type SecurityCodeFinding = { matches: Match; text: string; advice?: string };

/** The finding of an AVS code as the gateway sends it; undefined for a code in no table. */
export const findAddressFinding = (code: string | undefined): AddressFinding | undefined =>
  find(addressFindings, code);

/** The finding of a CVC code. */
export const findSecurityCodeFinding = (code: string | undefined): SecurityCodeFinding | undefined =>
  find(securityCodeFindings, code);

function find<Finding>(findings: Record<string, Finding>, code = ""): Finding | undefined {
  return Object.hasOwn(findings, code.trim()) ? findings[code.trim()] : undefined;
}

const bothMatch = (): AddressFinding => ({
  kind: "compared",
  street: true,
  postalCode: true,
  text: "Street and postal code match",
});

const onlyPostalCode = (): AddressFinding => ({
  kind: "compared",
  street: false,
  postalCode: true,
  text: "Postal code matches, street does not",
  advice:
    "The bank knows another street for this card. Often a spelling. Ask for a document before a large delivery.",
});

const unchecked = (words: string): AddressFinding => ({ kind: "unchecked", text: words });

/** By the codes of codes.ts. The texts there are the gateway's own; these are what a clerk reads. */
const addressFindings: Record<AvsCode, AddressFinding> = translated(["text", "advice"], {
  YYY: bothMatch(),
  YYX: bothMatch(),
  GGG: bothMatch(),
  NYZ: onlyPostalCode(),
  NYW: onlyPostalCode(),
  YNA: {
    kind: "compared",
    street: true,
    postalCode: false,
    text: "Street matches, postal code does not",
    advice:
      "The bank knows another postal code for this card. Common after a move. Ask for a document before a large delivery.",
  },
  NNN: {
    kind: "compared",
    street: false,
    postalCode: false,
    text: "Neither street nor postal code match",
    advice: "The bank knows another address for this card. Ask for a document before goods leave.",
  },
  YYG: {
    kind: "compared",
    street: true,
    postalCode: undefined,
    text: "Street matches, postal code of another country",
  },
  YGG: {
    kind: "compared",
    street: undefined,
    postalCode: true,
    text: "Postal code matches, street of another country",
  },
  XXW: unchecked(text("The issuer has no address for this card")),
  XXU: unchecked(text("Not checked by the issuer")),
  XXR: unchecked(text("Address verification did not respond")),
  XXS: unchecked(text("The issuer does not check addresses")),
  XXE: unchecked(text("Not checked for this kind of card")),
  XXG: unchecked(text("Issuer abroad, not checked")),
});

const securityCodeFindings: Record<CvcCode, SecurityCodeFinding> = translated(["text", "advice"], {
  M: { matches: true, text: "Matches" },
  N: {
    matches: false,
    text: "Does not match",
    advice:
      "A wrong security code alone does not stop a payment. Ask for the card, or void if you are not sure who pays.",
  },
  S: {
    matches: false,
    text: "Should be on the card, but none was given",
    advice: "Ask for the card, or void if you are not sure who pays.",
  },
  P: { matches: undefined, text: "Not checked" },
  U: { matches: undefined, text: "The issuer does not check codes" },
  X: { matches: undefined, text: "Security code verification did not respond" },
});

/** Also the text of a decline for the security code, without the advice. */
export const wrongSecurityCode = securityCodeFindings.N;
