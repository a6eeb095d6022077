import { Link } from "#components/layout/navigation/link.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import type { DepositsView } from "#lib/deposits/deposits-view.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { PortionLabel } from "./portion-label.tsx";

const notCounted = {
  separate: text("Not counted: {money} due earlier, {parts}. {batches}"),
  net: text("Not counted: {money} before fees, due earlier, {parts}. {batches}"),
};

/** From which day on deposits are waited for, and what that leaves out. */
export function EarlierNote({
  view: { earlier, hasDeposits, today, rules },
}: {
  view: Pick<DepositsView, "earlier" | "hasDeposits" | "today" | "rules">;
}) {
  const { from, sums, portions } = earlier;
  const day = formatDay(from, { year: from.slice(0, 4) !== today.slice(0, 4) });
  const count = sums.reduce((sum, one) => sum + one.count, 0);
  const listed = portions.filter(({ part }) => part !== "cash");
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3 text-13 text-muted">
      <p>
        {hasDeposits
          ? t("Counts what is due from {day} on, the day of the first bank line here.", { day })
          : t("Counts what is due from {day} on. No bank line is here yet.", { day })}
      </p>
      {count > 0 && (
        <p>
          {tx(notCounted[rules.fees], {
            money: listOf(sums.map(({ currency, cents }) => formatMoney(cents, { code: currency }))),
            parts: countOf(count, "part of a batch", "parts of batches"),
            batches: <Link href={paths.batches()}>{t("All batches")}</Link>,
          })}
        </p>
      )}
      {listed.length > 0 && (
        <details>
          <summary className="text-accent">{t("Show the latest of them")}</summary>
          <SumList className="mt-1">
            {listed.map((portion) => (
              <SumLine key={portion.id} label={<PortionLabel portion={portion} />}>
                {formatMoney(portion.cents, { code: portion.currency })}
              </SumLine>
            ))}
          </SumList>
        </details>
      )}
    </div>
  );
}
