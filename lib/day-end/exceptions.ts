import type { AttentionItem } from "../books/attention-item.ts";
import { countOf } from "../format/counts.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { currencyOfNotice, subjectOf } from "../payments/notice.ts";
import type { DayException } from "./day-end.ts";

const mostNamed = 100;

/** What is not as it should be, in words for the report. `now` is epoch ms. */
export function toExceptions(items: readonly AttentionItem[], timeZone: string, now: number): DayException[] {
  const named = items.slice(0, mostNamed).map((item) => toException(item, timeZone, now));
  const more = items.length - named.length;
  return more > 0 ? [...named, { what: countOf(more, "more item"), detail: "" }] : named;
}

function toException(item: AttentionItem, timeZone: string, now: number): DayException {
  const day = (at: number) => formatInstant(timeZone, at, now);
  switch (item.kind) {
    case "unknownPayment":
      return { what: `Outcome unknown: ${item.payer}, ${item.by}`, detail: money(item) };
    case "unknownFile":
      return { what: `Outcome unknown: bulk file ${item.name}`, detail: item.by };
    case "waitingFile":
      return { what: `Bulk file ${item.name}`, detail: `${countOf(item.rows, "row")} not sent` };
    case "drawer":
      return {
        what: `${item.drawer}, shift ${item.shift}, ${item.by}`,
        detail: item.isCounted ? "Counted, not closed" : "Open",
      };
    case "notice": {
      const { notice } = item;
      const what = notice.kind === "return" ? "Check returned" : "Decision proved wrong";
      return {
        what: `${notice.kind === "bulkDifference" ? "Bulk file incomplete" : what}: ${subjectOf(notice)}`,
        detail:
          notice.amountCents === undefined
            ? ""
            : formatMoney(notice.amountCents, { code: currencyOfNotice(notice) }),
      };
    }
    case "batch":
      return { what: `Batch ${item.name}`, detail: item.isReady ? "Not signed" : "Has differences" };
    case "event":
      return { what: item.type, detail: item.reason };
    case "receipt":
      return { what: `Receipt not sent to ${item.payer}`, detail: item.reason };
    case "shortDeposit":
      return {
        what: `Deposit of ${formatDay(item.day)}, ${item.description}`,
        detail: `Short by ${money(item)}`,
      };
    case "lateDeposit":
      return {
        what: `Batch ${item.batchName}, ${item.part}, due at the bank ${formatDay(item.due)}`,
        detail: money(item),
      };
    case "authorization":
      return { what: `Authorization expires ${day(item.expiresAt)}: ${item.who}`, detail: money(item) };
  }
}

const money = ({ cents, currency }: { cents: number | undefined; currency: string | undefined }) =>
  cents === undefined ? "" : formatMoney(cents, { code: currency });
