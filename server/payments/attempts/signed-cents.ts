import {
  canBePartial,
  dependsOnSettlement,
  givesMoneyBack,
  restoresPayment,
  voidsPayment,
} from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/**
 * What the command adds to the merchant's money, in cents: negative for a refund, a reduction and a void of a sale, whose undoing
 * adds it again. Undefined when it has no amount.
 */
export function signedCents({
  command,
  amount_cents,
  answer,
  original_before,
}: Pick<AttemptRow, "command" | "amount_cents" | "answer" | "original_before">): number | undefined {
  const read = (text: string | null) => transactionDetail.safeParse(JSON.parse(text ?? "{}")).data;
  const reply = read(answer);
  const isPartial = reply?.result_code === "P" && canBePartial(command);
  const approved = isPartial ? toCents(reply.auth_amount ?? "") : null;
  const cents = approved ?? amount_cents ?? undefined;
  if (cents === undefined) return undefined;
  const ofRefund = isRefund(read(original_before) ?? {});
  if (voidsPayment(command)) return ofRefund ? cents : -cents;
  if (restoresPayment(command)) return ofRefund ? -cents : cents;
  return givesMoneyBack(command) || dependsOnSettlement(command) ? -cents : cents;
}
