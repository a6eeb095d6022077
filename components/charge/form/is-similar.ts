import { type Attempt, isSettling } from "#lib/attempt.ts";
import { accountEnding } from "#lib/bank-numbers.ts";
import { type ChargeValues, chargeCents } from "#lib/charge/form.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import { cardBrand } from "#lib/gateway/card-number.ts";
import { restoresPayment, takesMoney } from "#lib/gateway/commands.ts";

/** Whether amount and payer are typed far enough to be compared with other payments. */
export const isComparable = (values: ChargeValues): boolean =>
  Boolean(chargeCents(values)) && endingOf(values) !== nothing;

/**
 * Whether the attempt charged, or may have charged, the same amount to what looks like the same card or account within the
 * last minutes. A hint while the form is filled: the duplicate guard knows the whole number. `now` is epoch ms.
 */
export function isSimilar(attempt: Attempt, values: ChargeValues, now: number): boolean {
  const { command, amountCents, tender, payer, state, transaction, present, preparedAt } = attempt;
  if (!takesMoney(command) && !restoresPayment(command)) return false;
  if (amountCents !== chargeCents(values) || tender !== values.tender) return false;
  if (!payer.endsWith(endingOf(values))) return false;
  if (isSettling(state)) return tender !== "cash";
  if (present?.state === "voided" || present?.state === "released") return false;
  const code = transaction?.result_code;
  return now - preparedAt < possibleDuplicateMs && (code === "A" || code === "P");
}

const nothing = "\0";

/** How the payer's words end, once enough is typed; a text that nothing ends with until then. */
function endingOf({ tender, card, check, token }: ChargeValues): string {
  if (tender === "card")
    return cardBrand(card.number) && card.number.length > 12 ? card.number.slice(-4) : nothing;
  if (tender === "check") return accountEnding(check.account) || nothing;
  return tender === "token" ? token.token.trim().slice(-4).toLowerCase() || nothing : "Cash";
}
