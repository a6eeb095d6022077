import { t } from "#lib/language/t.ts";
import { isRoutingNumber } from "../gateway/card-number.ts";

/** An account number as it may be stored or shown: its last four digits, fewer where less than four would stay hidden. */
export function maskAccountNumber(text: string): string {
  const digits = text.replace(/\D/g, "");
  const shown = Math.min(4, Math.max(0, digits.length - 4));
  return digits.slice(digits.length - shown).padStart(digits.length, "x");
}

/** The last digits that may be shown; "" of a number of four. */
export function accountEnding(account: string): string {
  return maskAccountNumber(account).replaceAll("x", "");
}

/** "Checking account ending 6789"; the kind alone where no digit may be shown. */
export function accountLabel(kind: string, account: string): string {
  const ending = accountEnding(account);
  return ending ? t("{kind} ending {ending}", { kind, ending }) : kind;
}

/** A routing number followed by an account number, as on the bottom line of a check. */
const ROUTING_AND_ACCOUNT = /(?<!\d)(\d{9})([^\p{L}\d]{1,3})(\d{4,17})(?!\d)/gu;

/** The text with a mask for each account number that follows a valid routing number. */
export function maskBankAccounts(text: string, mask = "[account number]"): string {
  return text.replace(ROUTING_AND_ACCOUNT, (whole, routing: string, between: string) =>
    isRoutingNumber(routing) ? `${routing}${between}${mask}` : whole,
  );
}
