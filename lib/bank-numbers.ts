import { isRoutingNumber } from "./gateway/card-number.ts";

/** A routing number followed by an account number, as on the bottom line of a check. */
const ROUTING_AND_ACCOUNT = /(?<!\d)(\d{9})([^\p{L}\d]{1,3})(\d{4,17})(?!\d)/gu;

/** The text with a mask for each account number that stands behind a valid routing number. */
export function maskBankAccounts(text: string, mask = "[account number]"): string {
  return text.replace(ROUTING_AND_ACCOUNT, (whole, routing: string, between: string) =>
    isRoutingNumber(routing) ? `${routing}${between}${mask}` : whole,
  );
}
