import type { AvsAnswer, CvcCode } from "./codes.ts";
import type { IsoDecline } from "./errors.ts";

/** What the sandbox's issuer does with a published test number. Any number that is not here and passes its check digit is approved. */
export type CardBehavior =
  /** "none": the issuer does not answer. `level` is the `category_code`. */
  | { kind: "approve"; avs?: AvsAnswer | "none"; cvc?: CvcCode | "none"; level?: string }
  | { kind: "decline"; iso?: IsoDecline }
  | { kind: "verify" }
  | { kind: "partial"; percent: 50 | 75 }
  | { kind: "slow"; seconds: 5 | 15 | 30 | 45 | 60 };

export type TestCard = { number: string; name: string; behavior: CardBehavior };

export const testCards: readonly TestCard[] = [
  { number: "4000100011112224", name: "Visa, approved", behavior: { kind: "approve" } },
  { number: "5555444433332226", name: "Mastercard, approved", behavior: { kind: "approve" } },
  { number: "371122223332225", name: "American Express, approved", behavior: { kind: "approve" } },
  { number: "6011222233332224", name: "Discover, approved", behavior: { kind: "approve" } },
  { number: "4111111111111111", name: "Visa, approved", behavior: { kind: "approve" } },
  { number: "4000100111112223", name: "Address YYX", behavior: { kind: "approve", avs: "YYX" } },
  { number: "4000100211112222", name: "Address NYZ", behavior: { kind: "approve", avs: "NYZ" } },
  { number: "4000100311112221", name: "Address NYW", behavior: { kind: "approve", avs: "NYW" } },
  { number: "4000100411112220", name: "Address YNA", behavior: { kind: "approve", avs: "YNA" } },
  { number: "4000100511112229", name: "Address NNN", behavior: { kind: "approve", avs: "NNN" } },
  { number: "4000100611112228", name: "Address XXW", behavior: { kind: "approve", avs: "XXW" } },
  { number: "4000100711112227", name: "Address XXU", behavior: { kind: "approve", avs: "XXU" } },
  { number: "4000100811112226", name: "Address XXR", behavior: { kind: "approve", avs: "XXR" } },
  { number: "4000100911112225", name: "Address XXS", behavior: { kind: "approve", avs: "XXS" } },
  { number: "4000101011112222", name: "Address XXE", behavior: { kind: "approve", avs: "XXE" } },
  { number: "4000101111112221", name: "Address XXG", behavior: { kind: "approve", avs: "XXG" } },
  { number: "4000101211112220", name: "Address YYG", behavior: { kind: "approve", avs: "YYG" } },
  { number: "4000101311112229", name: "Address GGG", behavior: { kind: "approve", avs: "GGG" } },
  { number: "4000101411112228", name: "Address YGG", behavior: { kind: "approve", avs: "YGG" } },
  { number: "4000101511112227", name: "Address NN", behavior: { kind: "approve", avs: "NN" } },
  {
    number: "4000101611112226",
    name: "Address without an answer",
    behavior: { kind: "approve", avs: "none" },
  },
  { number: "4000200111112221", name: "Security code N", behavior: { kind: "approve", cvc: "N" } },
  { number: "4000200211112220", name: "Security code P", behavior: { kind: "approve", cvc: "P" } },
  { number: "4000200311112229", name: "Security code S", behavior: { kind: "approve", cvc: "S" } },
  { number: "4000200411112228", name: "Security code U", behavior: { kind: "approve", cvc: "U" } },
  { number: "4000200511112227", name: "Security code X", behavior: { kind: "approve", cvc: "X" } },
  {
    number: "5555444433332234",
    name: "Mastercard, security code N",
    behavior: { kind: "approve", cvc: "N" },
  },
  {
    number: "5555444433332242",
    name: "Mastercard, security code P",
    behavior: { kind: "approve", cvc: "P" },
  },
  {
    number: "5555444433332259",
    name: "Mastercard, security code S",
    behavior: { kind: "approve", cvc: "S" },
  },
  {
    number: "5555444433332267",
    name: "Mastercard, security code U",
    behavior: { kind: "approve", cvc: "U" },
  },
  {
    number: "5555444433332275",
    name: "Mastercard, security code X",
    behavior: { kind: "approve", cvc: "X" },
  },
  { number: "6011222233332232", name: "Discover, security code N", behavior: { kind: "approve", cvc: "N" } },
  { number: "6011222233332240", name: "Discover, security code P", behavior: { kind: "approve", cvc: "P" } },
  { number: "6011222233332257", name: "Discover, security code S", behavior: { kind: "approve", cvc: "S" } },
  { number: "6011222233332265", name: "Discover, security code U", behavior: { kind: "approve", cvc: "U" } },
  { number: "6011222233332273", name: "Discover, security code X", behavior: { kind: "approve", cvc: "X" } },
  {
    number: "371122223332233",
    name: "American Express, security code without an answer",
    behavior: { kind: "approve", cvc: "none" },
  },
  {
    number: "371122223332241",
    name: "American Express, declined, CVV failure",
    behavior: { kind: "decline", iso: "97" },
  },
  { number: "4000300011112220", name: "Declined", behavior: { kind: "decline" } },
  { number: "4000300001112222", name: "Declined, pick up card", behavior: { kind: "decline", iso: "04" } },
  { number: "4000300211112228", name: "Declined, do not honor", behavior: { kind: "decline", iso: "05" } },
  {
    number: "4000300311112227",
    name: "Declined, invalid transaction",
    behavior: { kind: "decline", iso: "12" },
  },
  {
    number: "4000300611112224",
    name: "Declined, insufficient funds",
    behavior: { kind: "decline", iso: "51" },
  },
  { number: "4000300811112222", name: "Declined, not permitted", behavior: { kind: "decline", iso: "57" } },
  {
    number: "4000300911112221",
    name: "Declined, restricted card",
    behavior: { kind: "decline", iso: "62" },
  },
  { number: "4000301311112225", name: "Declined, CVV failure", behavior: { kind: "decline", iso: "97" } },
  { number: "4000300411112226", name: "Declined, invalid issuer", behavior: { kind: "decline", iso: "15" } },
  {
    number: "4000300511112225",
    name: "Declined, unable to locate record",
    behavior: { kind: "decline", iso: "25" },
  },
  { number: "4000300711112223", name: "Declined, invalid PIN", behavior: { kind: "decline", iso: "55" } },
  {
    number: "4000301011112228",
    name: "Declined, excess withdrawal count",
    behavior: { kind: "decline", iso: "65" },
  },
  {
    number: "4000301111112227",
    name: "Declined, PIN tries exceeded",
    behavior: { kind: "decline", iso: "75" },
  },
  {
    number: "4000301211112226",
    name: "Declined, no checking account",
    behavior: { kind: "decline", iso: "78" },
  },
  { number: "4000300111112229", name: "Verification required", behavior: { kind: "verify" } },
  { number: "4000700011112221", name: "Card level A", behavior: { kind: "approve", level: "A" } },
  { number: "4000700111112220", name: "Card level B", behavior: { kind: "approve", level: "B" } },
  { number: "4000700211112229", name: "Card level C", behavior: { kind: "approve", level: "C" } },
  { number: "4000700311112228", name: "Card level D", behavior: { kind: "approve", level: "D" } },
  { number: "4000700411112227", name: "Card level G", behavior: { kind: "approve", level: "G" } },
  { number: "4000700511112226", name: "Card level H", behavior: { kind: "approve", level: "H" } },
  { number: "4000700611112225", name: "Card level I", behavior: { kind: "approve", level: "I" } },
  { number: "4000700711112224", name: "Card level K", behavior: { kind: "approve", level: "K" } },
  { number: "4000700811112223", name: "Card level S", behavior: { kind: "approve", level: "S" } },
  { number: "4000700911112222", name: "Card level U", behavior: { kind: "approve", level: "U" } },
  { number: "4000701011112229", name: "Card level G1", behavior: { kind: "approve", level: "G1" } },
  { number: "4000701111112228", name: "Card level G2", behavior: { kind: "approve", level: "G2" } },
  { number: "4000701211112227", name: "Card level J1", behavior: { kind: "approve", level: "J1" } },
  { number: "4000701311112226", name: "Card level J2", behavior: { kind: "approve", level: "J2" } },
  { number: "4000701411112225", name: "Card level J3", behavior: { kind: "approve", level: "J3" } },
  { number: "4000701511112224", name: "Card level J4", behavior: { kind: "approve", level: "J4" } },
  { number: "4000701611112223", name: "Card level K1", behavior: { kind: "approve", level: "K1" } },
  { number: "4000701711112222", name: "Card level S1", behavior: { kind: "approve", level: "S1" } },
  { number: "4000701811112221", name: "Card level S2", behavior: { kind: "approve", level: "S2" } },
  { number: "4000701911112220", name: "Card level S3", behavior: { kind: "approve", level: "S3" } },
  { number: "4000000011112275", name: "Partial approval, 50%", behavior: { kind: "partial", percent: 50 } },
  { number: "4000000011112283", name: "Partial approval, 75%", behavior: { kind: "partial", percent: 75 } },
  { number: "4000000011112226", name: "Approved after 5 s", behavior: { kind: "slow", seconds: 5 } },
  { number: "4000000011112234", name: "Approved after 15 s", behavior: { kind: "slow", seconds: 15 } },
  { number: "4000000011112242", name: "Approved after 30 s", behavior: { kind: "slow", seconds: 30 } },
  { number: "4000000011112259", name: "Approved after 45 s", behavior: { kind: "slow", seconds: 45 } },
  { number: "4000000011112267", name: "Approved after 60 s", behavior: { kind: "slow", seconds: 60 } },
];

export const testCardNumbers: ReadonlySet<string> = new Set(testCards.map(({ number }) => number));

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
