import { formatDay } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { t } from "../language/t.ts";

/** A bank line that is not matched yet. */
export type UnmatchedDeposit = { day: string; cents: number };

/** Of a part of a batch that is late: the deposit that waits to be matched with it. */
export const mayPay = (deposit: UnmatchedDeposit, currency: string | undefined): string =>
  t("The deposit of {money} on {day} may pay it.", {
    money: formatMoney(deposit.cents, { code: currency }),
    day: formatDay(deposit.day),
  });
