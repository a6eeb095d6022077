import { outcomeErrors } from "#lib/gateway/errors.ts";
import { testChecks } from "#lib/gateway/test-cards.ts";
import { requireCents } from "#lib/money.ts";
import { OutcomeRefusalError } from "../refusal.ts";

/** The ACH processor's answer to a request for `cents`. An approved check may be held for a manager. */
export type CheckAnswer = { result: "A"; held: boolean } | { result: "D"; code: string; text: string };

/** Asks the ACH processor. Two amounts are magic: 5.99 is declined, 9999.99 is held. */
export function askCheckProcessor(cents: number): CheckAnswer {
  if (cents === requireCents(testChecks.declinedAmount))
    return {
      result: "D",
      code: String(outcomeErrors.generalDecline.code),
      text: "The bank declined the transaction",
    };
  return { result: "A", held: cents === requireCents(testChecks.heldAmount) };
}

/** Throws when routing or account number cannot be used. Digits only; any nine-digit routing number except the magic one is valid. */
export function requireBankAccount(routing: string, account: string): void {
  if (!/^\d{9}$/.test(routing) || routing === testChecks.invalidRouting)
    throw new OutcomeRefusalError("invalidRouting");
  if (!/^\d{4,17}$/.test(account)) throw new OutcomeRefusalError("invalidAccount");
}

/** The return reason of a magic account number; undefined for others. */
export function returnReason(account: string): string | undefined {
  return (testChecks.returnedAccounts as Record<string, string>)[account]; // any account may be looked for
}
