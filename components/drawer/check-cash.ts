import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { readAmount } from "#lib/format/amount-text.ts";
import { t } from "#lib/language/t.ts";
import { toDecimal } from "#lib/money.ts";

type SetError = (
  field: "amount" | "reason",
  error: { message: string },
  options: { shouldFocus: boolean },
) => void;

/** A typed amount and reason as an action takes them; otherwise undefined, with what is wrong at its field. */
export function checkCash(
  { amount, reason }: { amount: string; reason: string },
  setError: SetError,
): { amount: string; reason: string } | undefined {
  const read = readAmount(amount);
  const why = reason.trim();
  const amountProblem =
    read.kind === "refused"
      ? read.reason
      : read.kind === "empty" || read.cents === 0
        ? t("Enter an amount.")
        : undefined;
  const reasonProblem = why === "" ? t("Say why.") : holdsCardNumber(why) ? cardNumberProblem : undefined;
  if (reasonProblem) setError("reason", { message: reasonProblem }, { shouldFocus: !amountProblem });
  if (amountProblem) setError("amount", { message: amountProblem }, { shouldFocus: true });
  if (amountProblem || reasonProblem || read.kind !== "amount") return undefined;
  return { amount: toDecimal(read.cents), reason: why };
}
