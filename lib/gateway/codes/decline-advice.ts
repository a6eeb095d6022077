import { translated } from "#lib/language/t.ts";
import type { Tender } from "../commands.ts";
import { isoCodeIn, outcomeErrors } from "../errors.ts";

/** Advice after a decline: what to tell the customer, what the clerk does, and whether to retry. */
export type DeclineAdvice = {
  say: string;
  clerk: string;
  /** What must change before a retry; undefined: do not retry. */
  again: string | undefined;
  /** The issuer refused the security code. */
  isCodeFailure?: true;
};

/**
 * Advice by the gateway's error code. An unknown code gets the general advice of its tender. `codeSent` is
 * false when no security code was sent.
 */
export function declineAdvice(
  errorCode: string | undefined,
  tender: Tender,
  { codeSent = true }: { codeSent?: boolean | undefined } = {},
): DeclineAdvice {
  if (tender === "check") return checkDecline;
  const kind = kindOf(errorCode);
  if (kind === undefined) return cardDecline;
  return kind === "code" && !codeSent ? codeMissing : byKind[kind];
}

const cardDecline: DeclineAdvice = translated(["say", "clerk", "again"], {
  say: "Your bank did not approve this card. Would you like to pay another way?",
  clerk: "Ask for another card or another way to pay.",
  again: "Only with something changed, such as a lower amount",
});

const checkDecline: DeclineAdvice = translated(["say", "clerk", "again"], {
  say: "This check was not approved. Would you like to pay another way?",
  clerk: "Compare routing and account number with the check, or ask for another way to pay.",
  again: "Only with a corrected routing or account number",
});

const codeMissing: DeclineAdvice = translated(["say", "clerk", "again"], {
  say: "Your bank asks for the security code. Could you read it to me?",
  clerk: "Ask for the security code: three digits on the back, four on the front of American Express.",
  again: "With the security code",
  isCodeFailure: true,
});

const byKind = translated(["say", "clerk", "again"], {
  stop: {
    say: "Your bank did not approve this card and asks you to call them. Would you like to pay another way?",
    clerk: "Do not try this card again. Stay calm; the customer can call the number on the back of the card.",
    again: undefined,
  },
  code: {
    say: "Your bank did not accept the security code. Could you read it to me again?",
    clerk:
      "Ask for the security code again: three digits on the back, four on the front of American Express.",
    again: "With the security code read again from the card",
    isCodeFailure: true,
  },
  funds: {
    say: "Your bank did not approve this amount. Would you like to pay part of it, or pay another way?",
    clerk: "A lower amount or another way to pay may work. The same amount will not.",
    again: "For a lower amount, not for the same one",
  },
  expired: {
    say: "This card has expired. Do you have a newer one?",
    clerk: "Ask for the new card, or compare the date with the card.",
    again: "With the date read again from the card",
  },
  number: {
    say: "The card number was not accepted. Could you read it to me again?",
    clerk: "Compare the number with the card.",
    again: "With the number read again from the card",
  },
  later: {
    say: "Your bank could not be reached. May I try once more, or would you like to pay another way?",
    clerk: "The bank did not respond. Try once more in a minute.",
    again: "In a minute, with nothing changed",
  },
  call: {
    say: "Your bank wants to check this payment first. Would you like to call them, or pay another way?",
    clerk: "The customer has to call the bank before this card is tried again.",
    again: "After the customer has called the bank",
  },
  notAllowed: {
    say: "This card cannot be used for this payment. Would you like to pay another way?",
    clerk: "Ask for another card. This one does not allow this kind of payment.",
    again: undefined,
  },
} as const satisfies Record<string, DeclineAdvice>);
type Kind = keyof typeof byKind;

/** ISO 8583 response codes, as issuers send them. */
const byIsoCode: Record<string, Kind> = {
  "01": "call",
  "02": "call",
  "04": "stop",
  "07": "stop",
  "14": "number",
  "19": "later",
  "33": "expired",
  "34": "stop",
  "36": "stop",
  "37": "stop",
  "38": "stop",
  "41": "stop",
  "43": "stop",
  "51": "funds",
  "54": "expired",
  "57": "notAllowed",
  "58": "notAllowed",
  "59": "stop",
  "61": "funds",
  "62": "stop",
  "65": "funds",
  "67": "stop",
  "78": "notAllowed",
  "82": "code",
  "91": "later",
  "96": "later",
  "97": "code",
  N7: "code",
};

const byOutcome: Record<number, Kind> = {
  [outcomeErrors.expired.code]: "expired",
  [outcomeErrors.partialNotAllowed.code]: "funds",
};

/** A decline comes as 10200 + the issuer's code, and from some processors as that code alone. */
function kindOf(errorCode: string | undefined): Kind | undefined {
  const text = errorCode?.trim().toUpperCase();
  if (!text) return undefined;
  const code = Number(text);
  if (!Number.isInteger(code)) return byIsoCode[text];
  const iso = isoCodeIn(code);
  return iso ? byIsoCode[iso] : (byOutcome[code] ?? byIsoCode[text]);
}
