import type { Attempt } from "#lib/attempt.ts";
import { authorizationDays } from "#lib/gateway/authorization-days.ts";
import { outcomeCodes } from "#lib/gateway/codes/outcome-codes.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { phaseOf } from "#lib/payments/transaction-labels.ts";
import { secondsBetween } from "#lib/time.ts";

/**
 * That an authorization has expired, as the gateway answered to a capture, or may have by its age. The gateway's codes don't
 * show it. `now` is a gateway moment.
 */
export function expiredText(
  transaction: TransactionDetail,
  attempts: readonly Attempt[],
  now: string,
): string | undefined {
  if (phaseOf(transaction) !== "authorized") return undefined;
  const isAnswered = attempts.some(
    ({ originalKey, transaction: answer }) =>
      originalKey === transaction.key && answer?.error_code === String(outcomeCodes.authorizationExpired),
  );
  if (isAnswered) return t("The gateway says that this authorization has expired.");
  const ageSeconds = transaction.created ? secondsBetween(transaction.created, now) : 0;
  return ageSeconds >= authorizationDays * 86_400
    ? t("This authorization is more than {authorizationDays} days old and has probably expired.", {
        authorizationDays,
      })
    : undefined;
}
