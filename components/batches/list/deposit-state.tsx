import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { BatchDepositState } from "#lib/deposits/batch-state.ts";
import { formatDay } from "#lib/format/dates.ts";
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** Whether a closed batch reached the bank. */
export function DepositState({ state }: { state: BatchDepositState }) {
  const day = (text: string) => formatDay(text, { year: false });
  switch (state.kind) {
    case "unread":
      return null;
    case "nothing":
      return <span className="text-faint">{t("Nothing to deposit")}</span>;
    case "deposited":
      return (
        <StatusLabel tone="approved" icon="approved">
          {t("Deposited {day}", { day: day(state.day) })}
        </StatusLabel>
      );
    case "waiting":
      return (
        <StatusLabel tone={state.isLate ? "declined" : "neutral"} icon={state.isLate ? "warning" : "pending"}>
          {state.isLate && state.due
            ? t("Was due {day}", { day: day(state.due) })
            : t("Waiting since {day}", { day: day(state.since) })}
        </StatusLabel>
      );
    case "toMatch":
      return (
        <StatusLabel tone="warning" icon="pending">
          {t("To match, {day}", { day: day(state.day) })}
        </StatusLabel>
      );
    case "short":
      return (
        <StatusLabel tone="declined" icon="differs" wraps>
          {t("Short by {sums}", {
            sums: listOf(state.sums.map(({ currency, cents }) => formatMoney(cents, { code: currency }))),
          })}
        </StatusLabel>
      );
  }
}
