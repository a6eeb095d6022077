import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { SentForVerification } from "#lib/attempt.ts";
import {
  findAddressFinding,
  findSecurityCodeFinding,
  type Match,
  wrongSecurityCode,
} from "#lib/gateway/codes/verification.ts";
import { translated } from "#lib/language/t.ts";

type Coded = { result_code?: string | undefined; result?: string | undefined } | undefined;

/** The issuer's result for the address or the security code, as text, with what to do about it. */
export type VerificationLabel = { tone: Tone; icon: IconName; text: string; advice?: string };

/**
 * The address verification in one line. Undefined when none was made; a code in no table shows the gateway's own words.
 * Where it is known what was sent, nothing is claimed for what was not.
 */
export function avsLabels(avs: Coded, sent?: SentForVerification): VerificationLabel | undefined {
  const finding = findAddressFinding(avs?.result_code);
  if (sent && !sent.street && !sent.postalCode) return undefined;
  if (!finding) return gatewayText(avs);
  if (finding.kind === "unchecked") return labelOf(undefined, finding);
  const { street, postalCode } = finding;
  if (sent && !sent.postalCode) return partLabel(ofStreet, street, finding.advice);
  if (sent && !sent.street) return partLabel(ofPostalCode, postalCode, finding.advice);
  return labelOf(street && postalCode, finding);
}

type PartWords = { unknown: string; yes: string; no: string };

const ofStreet = translated("*", {
  unknown: "Street could not be compared",
  yes: "Street matches",
  no: "Street does not match",
});
const ofPostalCode = translated("*", {
  unknown: "Postal code could not be compared",
  yes: "Postal code matches",
  no: "Postal code does not match",
});

function partLabel(words: PartWords, matches: Match, advice: string | undefined): VerificationLabel {
  if (matches === undefined) return labelOf(undefined, { text: words.unknown });
  if (matches) return labelOf(true, { text: words.yes });
  return labelOf(false, { text: words.no, ...(advice && { advice }) });
}

/** The security code's verification. `refused`: the issuer declined because of the code, even if its result is a match. */
export function cvcLabels(
  cvc: Coded,
  { sent, refused = false }: { sent?: SentForVerification | undefined; refused?: boolean } = {},
): VerificationLabel | undefined {
  if (sent && !sent.securityCode) return undefined;
  if (refused) return labelOf(false, { text: wrongSecurityCode.text });
  const finding = findSecurityCodeFinding(cvc?.result_code);
  return finding ? labelOf(finding.matches, finding) : gatewayText(cvc);
}

function labelOf(matches: Match, { text, advice }: { text: string; advice?: string }): VerificationLabel {
  return { ...appearanceOf(matches), text, ...(matches === false && advice && { advice }) };
}

export function appearanceOf(matches: Match): { tone: Tone; icon: IconName } {
  if (matches === undefined) return { tone: "neutral", icon: "info" };
  return matches ? { tone: "approved", icon: "approved" } : { tone: "warning", icon: "warning" };
}

function gatewayText(coded: Coded): VerificationLabel | undefined {
  const text = coded?.result?.trim() || coded?.result_code?.trim();
  return text ? labelOf(undefined, { text }) : undefined;
}
