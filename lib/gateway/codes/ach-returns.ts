import { translated } from "#lib/language/t.ts";

/** ACH return reason codes and what they mean to a merchant (Nacha operating rules). */
export const achReturns = translated("*", {
  R01: "Not enough funds",
  R02: "Account closed",
  R03: "No account found",
  R04: "Invalid account number",
  R05: "Consumer debit not authorized (corporate entry)",
  R06: "Returned at the sending bank's request",
  R07: "Authorization revoked by the customer",
  R08: "Payment stopped by the customer",
  R09: "Funds not yet collected",
  R10: "Customer says it was not authorized",
  R11: "Does not match what the customer authorized",
  R12: "Account moved to another bank",
  R13: "Invalid routing number",
  R14: "Representative payee has died or cannot act",
  R15: "Account holder has died",
  R16: "Account frozen",
  R17: "Entry could not be processed by the bank",
  R18: "Invalid effective date",
  R19: "Invalid amount",
  R20: "Account does not allow this payment",
  R21: "Invalid company identification",
  R22: "Invalid individual ID number",
  R23: "Credit refused by the receiver",
  R24: "Duplicate entry",
  R25: "Addenda error",
  R26: "Mandatory field error",
  R27: "Trace number error",
  R28: "Routing number check digit error",
  R29: "Not authorized by the business customer",
  R30: "Bank does not take part in check truncation",
  R31: "Return accepted by the sending bank",
  R32: "Bank cannot settle",
  R33: "Return of an XCK entry",
  R34: "Bank's participation limited",
  R35: "Improper debit entry",
  R36: "Improper credit entry",
  R37: "Paper check was presented too",
  R38: "Payment stopped on the paper check",
  R39: "Improper source document, or paper check presented too",
  R40: "Returned by a federal agency",
  R41: "Invalid transaction code",
  R42: "Routing number or check digit error",
  R43: "Invalid account number",
  R44: "Invalid individual ID number",
  R45: "Invalid individual or company name",
  R46: "Invalid representative payee indicator",
  R47: "Duplicate enrollment",
  R50: "State law prevents the returned check fee",
  R51: "Re-presented check is not eligible",
  R52: "Payment stopped on the re-presented check",
  R53: "Re-presented check and paper check both presented",
  R61: "Return sent to the wrong bank",
  R62: "Return of a reversal that was wrong",
  R67: "Duplicate return",
  R68: "Return came too late",
  R69: "Field errors in the return",
  R70: "Return not accepted by the sending bank",
  R71: "Dishonored return sent to the wrong bank",
  R72: "Dishonored return came too late",
  R73: "Original return was on time",
  R74: "Corrected return",
  R75: "Return was not a duplicate",
  R76: "No errors found in the return",
  R77: "Refused: the dishonored return is not accepted",
  R80: "Cross-border coding error",
  R81: "Bank does not take part in cross-border payments",
  R82: "Invalid foreign bank identification",
  R83: "Foreign bank cannot settle",
  R84: "Not processed by the cross-border gateway",
  R85: "Cross-border payment coded as domestic",
} as const satisfies Record<`R${number}`, string>);

/** ACH notifications of change (Nacha operating rules): what the bank corrected. */
export const achCorrections = translated("*", {
  C01: "Incorrect account number",
  C02: "Incorrect routing number",
  C03: "Incorrect routing number and account number",
  C04: "Incorrect account holder name",
  C05: "Incorrect transaction code",
  C06: "Incorrect account number and transaction code",
  C07: "Incorrect routing number, account number and transaction code",
  C08: "Incorrect foreign receiving bank identification",
  C09: "Incorrect individual identification number",
  C10: "Incorrect company name",
  C11: "Incorrect company identification",
  C12: "Incorrect company name and company identification",
  C13: "Addenda format error",
} as const satisfies Record<`C${number}`, string>);

/** Why a check came back, or what the bank corrected: "Not enough funds (R01)". A note without a known code is shown as it came. */
export function returnReason(note: string | undefined): string | undefined {
  const text = note?.trim();
  if (!text) return undefined;
  const code = /\b[RC]\d{2}\b/.exec(text.toUpperCase())?.[0];
  const meaning = code && meaningOf(code);
  return meaning ? `${meaning} (${code})` : text;
}

function meaningOf(code: string): string | undefined {
  if (Object.hasOwn(achReturns, code)) return achReturns[code as keyof typeof achReturns]; // just checked
  return Object.hasOwn(achCorrections, code)
    ? achCorrections[code as keyof typeof achCorrections] // just checked
    : undefined;
}
