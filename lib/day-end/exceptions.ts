import { t } from "#lib/language/t.ts";
import { type AttentionItem, holderOf } from "../books/attention-item.ts";
import { mayPay } from "../deposits/may-pay.ts";
import { countOf } from "../format/counts.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { currencyOfNotice, subjectOf } from "../payments/notice.ts";
import type { DayException } from "./day-end.ts";

const maxNamed = 100;

/** What is not as it should be, in words for the report. `now` is epoch ms. */
export function toExceptions(items: readonly AttentionItem[], timeZone: string, now: number): DayException[] {
  const named = items.slice(0, maxNamed).map((item) => toException(item, timeZone, now));
  const more = items.length - named.length;
  return more > 0 ? [...named, { what: countOf(more, "more item"), detail: "" }] : named;
}

function toException(item: AttentionItem, timeZone: string, now: number): DayException {
  const day = (at: number) => formatInstant(timeZone, at, now);
  switch (item.kind) {
    case "unknownPayment":
      return {
        what: t("Outcome unknown: {payer}, {by}", { payer: item.paymentMethod, by: item.by }),
        detail: money(item),
      };
    case "order": {
      const { kind, dueCents, paidCents, paymentMethods, by, currency } = item.order;
      return {
        what:
          kind === "due"
            ? t("Order paid in part: {payers}, {by}", { payers: paymentMethods.join(", "), by })
            : t("Order not undone to its end: {payers}, {by}", { payers: paymentMethods.join(", "), by }),
        detail: money({ cents: kind === "due" ? dueCents : paidCents, currency }),
      };
    }
    case "unknownFile":
      return { what: t("Outcome unknown: bulk file {name}", { name: item.name }), detail: item.by };
    case "waitingFile":
      return {
        what: t("Bulk file {name}", { name: item.name }),
        detail: t("{rows} not sent", { rows: countOf(item.rows, "row") }),
      };
    case "drawer":
      return {
        what: t("{drawer}, shift {shift}, {by}", { drawer: item.drawer, shift: item.shift, by: item.by }),
        detail: item.isCounted ? t("Counted, not closed") : t("Open"),
      };
    case "notice": {
      const { notice } = item;
      const what = notice.kind === "return" ? t("Check returned") : t("Decision proved wrong");
      return {
        what: `${notice.kind === "bulkDifference" ? t("Bulk file incomplete") : what}: ${subjectOf(notice)}`,
        detail:
          notice.amountCents === undefined
            ? ""
            : formatMoney(notice.amountCents, { code: currencyOfNotice(notice) }),
      };
    }
    case "batch":
      return {
        what: t("Batch {name}", { name: item.name }),
        detail: item.isReady ? t("Not signed") : t("Has differences"),
      };
    case "event":
      return { what: item.type, detail: item.reason };
    case "receipt":
      return { what: t("Receipt not sent to {payer}", { payer: item.paymentMethod }), detail: item.reason };
    case "shortDeposit":
      return {
        what: t("Deposit of {day}, {description}", {
          day: formatDay(item.day),
          description: item.description,
        }),
        detail: t("Short by {money}", { money: money(item) }),
      };
    case "lateDeposit":
      return {
        what: t("{what}, due at the bank {day}", { what: item.what, day: formatDay(item.due) }),
        detail: item.deposit ? `${money(item)}. ${mayPay(item.deposit, item.currency)}` : money(item),
      };
    case "authorization":
      return {
        what: t("Authorization expires {day}: {who}", { day: day(item.expiresAt), who: holderOf(item) }),
        detail: money(item),
      };
  }
}

const money = ({ cents, currency }: { cents: number | undefined; currency: string | undefined }) =>
  cents === undefined ? "" : formatMoney(cents, { code: currency });
