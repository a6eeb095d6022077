import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { AvsCode, CvcCode } from "#lib/gateway/codes.ts";

type Coded = { result_code?: string | undefined; result?: string | undefined } | undefined;

/** What the issuer said of the address or the security code, in words, with what to do about it. */
export type CheckWords = { tone: Tone; icon: IconName; text: string; advice?: string };

/** The address check. Undefined when none was made; a code in no table shows the gateway's own words. */
export function avsWords(avs: Coded): CheckWords | undefined {
  return toWords(avs, byAvsCode);
}

/** The security code's check. */
export function cvcWords(cvc: Coded): CheckWords | undefined {
  return toWords(cvc, byCvcCode);
}

function toWords(coded: Coded, table: Record<string, CheckWords>): CheckWords | undefined {
  const code = coded?.result_code?.trim();
  const known = code ? table[code] : undefined;
  const text = coded?.result?.trim() || code;
  return known ?? (text ? { tone: "neutral", icon: "info", text } : undefined);
}

const match = (text: string): CheckWords => ({ tone: "approved", icon: "approved", text });
const doubt = (text: string, advice: string): CheckWords => ({
  tone: "warning",
  icon: "warning",
  text,
  advice,
});
const unchecked = (text: string): CheckWords => ({ tone: "neutral", icon: "info", text });

const askAddress = "Ask for the address on the card's statement, and compare it before goods leave.";
const askCode = "It does not decline by itself. Ask for the card, or void if you are not sure who pays.";

const byAvsCode: Record<AvsCode, CheckWords> = {
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

const byCvcCode: Record<CvcCode, CheckWords> = {
  M: match("Matches"),
  N: doubt("Does not match", askCode),
  S: doubt("Should be on the card, but none was given", askCode),
  P: unchecked("Not checked"),
  U: unchecked("The issuer does not check codes"),
  X: unchecked("The code check did not answer"),
};
