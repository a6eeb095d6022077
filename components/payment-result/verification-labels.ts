import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { SentForVerification } from "#lib/attempt.ts";
import type { AvsCode, CvcCode } from "#lib/gateway/codes.ts";

type Coded = { result_code?: string | undefined; result?: string | undefined } | undefined;

/** What the issuer said of the address or the security code, in words, with what to do about it. */
export type WorkerMessages = { tone: Tone; icon: IconName; text: string; advice?: string };

/**
 * The address check. Undefined when none was made; a code in no table shows the gateway's own words. Where it is known
 * what was sent, nothing is claimed for what was not.
 */
export function avsLabels(avs: Coded, sent?: SentForVerification): WorkerMessages | undefined {
  if (!sent || (sent.street && sent.postalCode)) return toWords(avs, byAvsCode);
  if (!sent.street && !sent.postalCode) return undefined;
  const parts = comparedParts(avs?.result_code);
  if (!parts) return toWords(avs, byAvsCode);
  const [name, matches] = sent.street
    ? (["Street", parts.street] as const)
    : (["Postal code", parts.postalCode] as const);
  if (matches === undefined) return unchecked(`${name} could not be compared`);
  return matches ? match(`${name} matches`) : doubt(`${name} does not match`, askAddress);
}

/** What an AVS code says of street and postal code; undefined where nothing was compared. */
function comparedParts(
  code: string | undefined,
): { street: boolean | undefined; postalCode: boolean | undefined } | undefined {
  const parts = compared[code?.trim() ?? ""];
  return parts && { street: parts[0], postalCode: parts[1] };
}

const compared: Record<string, readonly [street: boolean | undefined, postalCode: boolean | undefined]> = {
  YYY: [true, true],
  YYX: [true, true],
  GGG: [true, true],
  NYZ: [false, true],
  NYW: [false, true],
  YNA: [true, false],
  NNN: [false, false],
  YYG: [true, undefined],
  YGG: [undefined, true],
};

/** The security code's check. `refused`: the issuer declined because of the code, whatever the check says. */
export function cvcLabels(
  cvc: Coded,
  { sent, refused = false }: { sent?: SentForVerification | undefined; refused?: boolean } = {},
): WorkerMessages | undefined {
  if (sent && !sent.securityCode) return undefined;
  if (refused) return doubt("Does not match", askCode);
  return toWords(cvc, byCvcCode);
}

function toWords(coded: Coded, table: Record<string, WorkerMessages>): WorkerMessages | undefined {
  const code = coded?.result_code?.trim();
  const known = code ? table[code] : undefined;
  const text = coded?.result?.trim() || code;
  return known ?? (text ? { tone: "neutral", icon: "info", text } : undefined);
}

const match = (text: string): WorkerMessages => ({ tone: "approved", icon: "approved", text });
const doubt = (text: string, advice: string): WorkerMessages => ({
  tone: "warning",
  icon: "warning",
  text,
  advice,
});
const unchecked = (text: string): WorkerMessages => ({ tone: "neutral", icon: "info", text });

const askAddress = "Ask for the address on the card's statement, and compare it before goods leave.";
const askCode = "It does not decline by itself. Ask for the card, or void if you are not sure who pays.";

const byAvsCode: Record<AvsCode, WorkerMessages> = {
  YYY: match("Street and postal code match"),
  YYX: match("Street and postal code match"),
  GGG: match("Street and postal code match"),
  NYZ: doubt("Postal code matches, street does not", askAddress),
  NYW: doubt("Postal code matches, street does not", askAddress),
  YNA: doubt("Street matches, postal code does not", askAddress),
  NNN: doubt("Neither street nor postal code match", askAddress),
  YYG: unchecked("Street matches, postal code of another country"),
  YGG: unchecked("Postal code matches, street of another country"),
  XXW: unchecked("The issuer has no address for this card"),
  XXU: unchecked("Not checked by the issuer"),
  XXR: unchecked("The address check did not answer"),
  XXS: unchecked("The issuer does not check addresses"),
  XXE: unchecked("Not checked for this kind of card"),
  XXG: unchecked("Issuer abroad, not checked"),
};

const byCvcCode: Record<CvcCode, WorkerMessages> = {
  M: match("Matches"),
  N: doubt("Does not match", askCode),
  S: doubt("Should be on the card, but none was given", askCode),
  P: unchecked("Not checked"),
  U: unchecked("The issuer does not check codes"),
  X: unchecked("The code check did not answer"),
};
