import { formatMoney } from "../format/money.ts";
import { t } from "../language/t.ts";
import { customerName } from "../payments/customer-name.ts";
import { approvedText } from "./report.ts";
import type { ShiftEvent } from "./shift.ts";

/** What an event of a shift was for. A reason is shown as it was typed, also where it equals a word of the console. */
export function shiftEventText({ invoice, reason, approvedBy, leftCents, attemptId }: ShiftEvent): string {
  const why = reason && approvedText(reason, approvedBy);
  if (leftCents !== undefined && why)
    return t("{money} was left. {why}", { money: formatMoney(leftCents), why });
  const text = [invoice && t("Invoice {invoice}", { invoice }), why].filter(Boolean).join(", ");
  return text || (attemptId ? customerName(undefined, "cash") : "");
}
