/**
 * The gateway's codes and their texts, each written once. An unknown code is shown unchanged.
 * Sources: contract "Resources and their fields"; gaps filled from what gateways of this family are known to send.
 */

export const trantypes = {
  S: "Credit Card Sale",
  A: "Auth Only",
  L: "Capture",
  C: "Credit Card Refund (Credit)",
  V: "Voided Credit Card Sale",
  Z: "Voided Credit Card Refund (Credit)",
  _: "Card Verification",
  K: "Check Sale",
  R: "Check Refund",
  H: "Reverse ACH",
  G: "Cash Sale",
  E: "Cash Refund",
} as const;
export type TrantypeCode = keyof typeof trantypes;

export const tenderOfTrantype = {
  S: "card",
  A: "card",
  L: "card",
  C: "card",
  V: "card",
  Z: "card",
  _: "card",
  K: "check",
  R: "check",
  H: "check",
  G: "cash",
  E: "cash",
} as const satisfies Record<TrantypeCode, "card" | "check" | "cash">;

/** The trantypes that give money back to the customer. */
export const refundTrantypes: readonly TrantypeCode[] = ["C", "Z", "R", "H", "E"];

export const statusCodes = {
  N: "Authorized (Will not be captured)",
  P: "Authorized (Pending Settlement)",
  B: "Submitted",
  F: "Funded",
  S: "Settled",
  E: "Error",
  V: "Voided",
  R: "Returned",
  T: "Timed Out",
  M: "Held for Review by Manager",
  H: "Held by Processor",
} as const;
export type StatusCode = keyof typeof statusCodes;

export const avsCodes = {
  YYY: "Address: Match & 5 Digit Zip: Match",
  NYZ: "Address: No Match & 5 Digit Zip: Match",
  YNA: "Address: Match & 5 Digit Zip: No Match",
  NNN: "Address: No Match & 5 Digit Zip: No Match",
  YYX: "Address: Match & 9 Digit Zip: Match",
  NYW: "Address: No Match & 9 Digit Zip: Match",
  XXW: "Card Number Not On File",
  XXU: "Address Information not verified for domestic transaction",
  XXR: "Retry / System Unavailable",
  XXS: "Service Not Supported",
  XXE: "Address Verification Not Allowed For Card Type",
  XXG: "Global Non-AVS participant",
  YYG: "International Address: Match & Zip: Not Compatible",
  GGG: "International Address: Match & Zip: Match",
  YGG: "International Address: Not Compatible & Zip: Match",
} as const;
export type AvsCode = keyof typeof avsCodes;
/** An answer that no text is known for is shown as its code. */
export type AvsAnswer = AvsCode | "NN";

export const cvcCodes = {
  M: "Match",
  N: "No Match",
  P: "Not Processed",
  S: "Should be on card but not so indicated",
  U: "Issuer Not Certified",
  X: "No response from association",
} as const;
export type CvcCode = keyof typeof cvcCodes;

/** How the card was read. */
export const entryModes = { keyed: "Card Not Present, Manually Keyed", chip: "Chip" } as const;
