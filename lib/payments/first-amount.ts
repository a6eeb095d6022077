import { t } from "#lib/language/t.ts";
import type { Attempt } from "../attempt.ts";
import { formatMoney } from "../format/money.ts";
import { holdsMoney } from "../gateway/commands.ts";

/** What was approved at first, where the payment amounts to something else now: "$100.55 authorized". */
export function firstAmount(
  { current, signedCents, amountCents, command, currency: code }: Attempt,
  { currency = true }: { currency?: boolean } = {},
): string | undefined {
  const cents = signedCents ?? amountCents;
  if (current?.cents === undefined || cents === undefined) return undefined;
  const money = formatMoney(cents, { currency, code });
  return holdsMoney(command) ? t("{money} authorized", { money }) : t("{money} at first", { money });
}
