import { formatDay } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { t } from "../language/t.ts";

/** Of a part of a batch that is late: the deposit that waits to be matched with it. */
export const mayPay = (deposit: { day: string; cents: number }, currency: string | undefined): string =>
  t("The deposit of {money} on {day} may pay it.", {
    money: formatMoney(deposit.cents, { code: currency }),
    day: formatDay(deposit.day),
  });
