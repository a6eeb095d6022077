import { cvcLabels } from "#components/payment-result/verification-labels.ts";
import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { SentForVerification } from "#lib/attempt.ts";
import { declineAdvice } from "#lib/gateway/decline-advice.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";

type Check = { label: string; tone: Tone; icon: IconName; word: string };
export type Checks = {
  checks: Check[];
  /** What to make of it, when something calls for care. */
  advice: string | undefined;
  /** The gateway's codes, for whoever has to tell them to somebody. */
  codes: string[];
};

/** What the issuer said about address, postal code and security code, in words. Undefined when it was not asked. */
export function toChecks(
  { avs, cvc, result_code, error_code }: TransactionDetail,
  /** Known for a card that was typed here: nothing is claimed for what was not sent. */
  sent?: SentForVerification,
): Checks | undefined {
  const refused = result_code === "D" && declineAdvice(error_code, "card").isCodeFailure === true;
  const avsCode = sent && !sent.street && !sent.postalCode ? undefined : avs?.result_code?.trim();
  const cvcCode = sent?.securityCode === false ? undefined : cvc?.result_code?.trim();
  if (!avsCode && !cvcCode && !(refused && sent?.securityCode !== false)) return undefined;
  const address = avsCode ? onlySent(addressOf(avsCode), sent) : undefined;
  const checks: Check[] = [];
  if (address?.kind === "compared")
    checks.push(
      { label: "Address", ...matchWords(address.street, "Street matches") },
      { label: "Postal code", ...matchWords(address.postal, "Matches") },
    );
  else if (sent && !avsCode) checks.push({ label: "Address", ...neutral("Not checked") });
  else if (avsCode) checks.push({ label: "Address", ...neutral(address?.word ?? avs?.result ?? avsCode) });
  const code = cvcLabels(cvc, { sent, refused });
  if (code) checks.push({ label: "Security code", tone: code.tone, icon: code.icon, word: code.text });
  else if (sent) checks.push({ label: "Security code", ...neutral("Not checked") });
  return {
    checks,
    advice: adviceFor(address, cvcCode),
    codes: [avsCode, cvcCode].flatMap((code) => code || []),
  };
}

function onlySent(address: Address | undefined, sent: SentForVerification | undefined): Address | undefined {
  if (!sent || address?.kind !== "compared") return address;
  return compared(sent.street ? address.street : "unsent", sent.postalCode ? address.postal : "unsent");
}

type Match = "yes" | "no" | "unsaid" | "unsent";
type Address =
  | { kind: "compared"; street: Match; postal: Match }
  | { kind: "unchecked"; word: string; advice?: string };

const compared = (street: Match, postal: Match): Address => ({ kind: "compared", street, postal });

const addresses: Record<string, Address> = {
  YYY: compared("yes", "yes"),
  YYX: compared("yes", "yes"),
  GGG: compared("yes", "yes"),
  NYZ: compared("no", "yes"),
  NYW: compared("no", "yes"),
  YNA: compared("yes", "no"),
  NNN: compared("no", "no"),
  YYG: compared("yes", "unsaid"),
  YGG: compared("unsaid", "yes"),
  XXW: { kind: "unchecked", word: "Not on file", advice: "The bank keeps no address for this card." },
  XXU: { kind: "unchecked", word: "Not checked by the bank" },
  XXR: { kind: "unchecked", word: "The bank's check was not reachable" },
  XXS: { kind: "unchecked", word: "The bank does not check addresses" },
  XXE: { kind: "unchecked", word: "Not checked for this kind of card" },
  XXG: { kind: "unchecked", word: "The bank abroad does not check addresses" },
};

const addressOf = (code: string): Address | undefined => addresses[code];

function matchWords(match: Match, yes: string): Omit<Check, "label"> {
  if (match === "yes") return { tone: "approved", icon: "approved", word: yes };
  if (match === "no") return { tone: "warning", icon: "warning", word: "Does not match" };
  return neutral(match === "unsent" ? "Not checked" : "Could not be compared");
}

const neutral = (word: string): Omit<Check, "label"> => ({ tone: "neutral", icon: "unknown", word });

function adviceFor(address: Address | undefined, cvcCode: string | undefined): string | undefined {
  if (cvcCode === "N")
    return "The security code was wrong, which did not stop the payment. Ask the customer to read it again before goods leave.";
  if (address?.kind === "unchecked") return address.advice;
  if (!address) return undefined;
  const { street, postal } = address;
  if (street === "no" && postal === "no")
    return "The bank knows another address for this card. Ask for a document before goods leave.";
  if (postal === "no")
    return "The bank knows another postal code for this card. Common after a move. Ask for a document before a large delivery.";
  if (street === "no")
    return "The bank knows another street for this card. Often a spelling. Ask for a document before a large delivery.";
  return undefined;
}
