import type { AvsCode, CvcCode } from "./codes.ts";
import type { IsoDecline } from "./errors.ts";

/** What the sandbox's issuer does with a published test number. Any number that is not here and passes its check digit is approved. */
export type CardBehaviour =
  | { kind: "approve"; avs?: AvsCode; cvc?: CvcCode }
  | { kind: "decline"; iso?: IsoDecline }
  | { kind: "verify" }
  | { kind: "partial"; percent: 50 | 75 }
  | { kind: "slow"; seconds: 5 | 15 | 30 | 45 | 60 };

export type TestCard = { number: string; name: string; behaviour: CardBehaviour };

export const testCards: readonly TestCard[] = [
  { number: "4000100011112224", name: "Visa, approved", behaviour: { kind: "approve" } },
  { number: "5555444433332226", name: "Mastercard, approved", behaviour: { kind: "approve" } },
  { number: "371122223332225", name: "American Express, approved", behaviour: { kind: "approve" } },
  { number: "6011222233332224", name: "Discover, approved", behaviour: { kind: "approve" } },
  { number: "4111111111111111", name: "Visa, approved", behaviour: { kind: "approve" } },
  { number: "4000100111112223", name: "Address YYX", behaviour: { kind: "approve", avs: "YYX" } },
  { number: "4000100211112222", name: "Address NYZ", behaviour: { kind: "approve", avs: "NYZ" } },
  { number: "4000100311112221", name: "Address NYW", behaviour: { kind: "approve", avs: "NYW" } },
  { number: "4000100411112220", name: "Address YNA", behaviour: { kind: "approve", avs: "YNA" } },
  { number: "4000100511112229", name: "Address NNN", behaviour: { kind: "approve", avs: "NNN" } },
  { number: "4000100611112228", name: "Address XXW", behaviour: { kind: "approve", avs: "XXW" } },
  { number: "4000100711112227", name: "Address XXU", behaviour: { kind: "approve", avs: "XXU" } },
  { number: "4000100811112226", name: "Address XXR", behaviour: { kind: "approve", avs: "XXR" } },
  { number: "4000100911112225", name: "Address XXS", behaviour: { kind: "approve", avs: "XXS" } },
  { number: "4000101011112222", name: "Address XXE", behaviour: { kind: "approve", avs: "XXE" } },
  { number: "4000101111112221", name: "Address XXG", behaviour: { kind: "approve", avs: "XXG" } },
  { number: "4000200111112221", name: "Security code N", behaviour: { kind: "approve", cvc: "N" } },
  { number: "4000200211112220", name: "Security code P", behaviour: { kind: "approve", cvc: "P" } },
  { number: "4000200311112229", name: "Security code S", behaviour: { kind: "approve", cvc: "S" } },
  { number: "4000200411112228", name: "Security code U", behaviour: { kind: "approve", cvc: "U" } },
  { number: "4000200511112227", name: "Security code X", behaviour: { kind: "approve", cvc: "X" } },
  { number: "4000300011112220", name: "Declined", behaviour: { kind: "decline" } },
  { number: "4000300001112222", name: "Declined, pick up card", behaviour: { kind: "decline", iso: "04" } },
  { number: "4000300211112228", name: "Declined, do not honor", behaviour: { kind: "decline", iso: "05" } },
  {
    number: "4000300311112227",
    name: "Declined, invalid transaction",
    behaviour: { kind: "decline", iso: "12" },
  },
  {
    number: "4000300611112224",
    name: "Declined, insufficient funds",
    behaviour: { kind: "decline", iso: "51" },
  },
  { number: "4000300811112222", name: "Declined, not permitted", behaviour: { kind: "decline", iso: "57" } },
  {
    number: "4000300911112221",
    name: "Declined, restricted card",
    behaviour: { kind: "decline", iso: "62" },
  },
  { number: "4000301311112225", name: "Declined, CVV failure", behaviour: { kind: "decline", iso: "97" } },
  { number: "4000300111112229", name: "Verification required", behaviour: { kind: "verify" } },
  { number: "4000000011112275", name: "Partial approval, 50 %", behaviour: { kind: "partial", percent: 50 } },
  { number: "4000000011112283", name: "Partial approval, 75 %", behaviour: { kind: "partial", percent: 75 } },
  { number: "4000000011112226", name: "Approved after 5 s", behaviour: { kind: "slow", seconds: 5 } },
  { number: "4000000011112234", name: "Approved after 15 s", behaviour: { kind: "slow", seconds: 15 } },
  { number: "4000000011112242", name: "Approved after 30 s", behaviour: { kind: "slow", seconds: 30 } },
  { number: "4000000011112259", name: "Approved after 45 s", behaviour: { kind: "slow", seconds: 45 } },
  { number: "4000000011112267", name: "Approved after 60 s", behaviour: { kind: "slow", seconds: 60 } },
];

/** Checks: what makes the sandbox's ACH processor answer otherwise than with an approval. */
export const testChecks = {
  invalidRouting: "987654321",
  declinedAmount: "5.99",
  heldAmount: "9999.99",
  /** Account number → return reason; approved first, returned on day three. */
  returnedAccounts: {
    "10178101": "R01",
    "10178102": "R02",
    "10178103": "R03",
    "10178104": "R04",
    "10178106": "R06",
    "10178107": "R07",
    "10178108": "R08",
    "10178110": "R10",
    "10178116": "R16",
  },
} as const;
