import type { ReactNode } from "react";
import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { DepositSums, DepositsView } from "#lib/deposits/deposits-view.ts";
import { sumWaiting, type WaitingSum } from "#lib/deposits/waiting-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** What is matched, what is left to do, what hasn't come, and the fees. */
export function SumsPanel({
  view: { sums, counts, suggested, waiting, hasDeposits, isReading },
}: {
  view: DepositsView;
}) {
  const [own, ...others] = sums;
  if (!own) return null;
  const due = waiting.filter(({ part }) => part !== "cash");
  const [ownDue, ...otherDue] = sumWaiting(due);
  const late = due.filter(({ isLate, mayPay }) => isLate && !mayPay);
  return (
    <Panel
      aria-label={t("Sums")}
      className="grid grid-cols-2 *:border-line *:p-4 max-lg:*:nth-[n+3]:border-t *:even:border-l lg:grid-cols-[1.3fr_1fr_1fr_1fr] lg:*:not-first:border-l sm:*:p-5"
    >
      <Sum
        label={
          <StatusLabel tone="approved" icon="approved">
            {t("Matched")}
          </StatusLabel>
        }
        cents={own.matched.cents}
        size="l"
      >
        {countOf(own.matched.count, "deposit")}
        <Others sums={others} of="matched" />
      </Sum>
      <Sum
        label={
          <StatusLabel tone={counts.open > 0 ? "warning" : "neutral"} icon="pending">
            {t("To do")}
          </StatusLabel>
        }
        cents={own.open.cents}
      >
        {counts.open === 0 ? t("Nothing to match") : toDoText(counts.open, suggested)}
        <Others sums={others} of="open" />
      </Sum>
      <Sum label={t("Not in the bank yet")} cents={toCome(ownDue)}>
        {isReading && <span className="block">{t("so far, batches and checks are being read")}</span>}
        {late.length > 0 ? (
          <span className="text-declined">{t("{count} late", { count: late.length })}</span>
        ) : due.length === 0 ? (
          t("Nothing is due")
        ) : hasDeposits ? (
          t("None late")
        ) : (
          t("No bank file yet")
        )}
        {ownDue && ownDue.feeCents !== 0 && (
          <span className="block">{t("after fees of {fees}", { fees: formatMoney(ownDue.feeCents) })}</span>
        )}
        {otherDue.map((one) => (
          <span key={one.currency} className="block">
            {formatMoney(toCome(one), { code: one.currency })}
          </span>
        ))}
      </Sum>
      <Sum label={t("Fees")} cents={own.fees.cents}>
        {countOf(own.fees.count, "line")}
        <Others sums={others} of="fees" />
      </Sum>
    </Panel>
  );
}

/** What will reach the bank. */
const toCome = (sum: WaitingSum | undefined) => (sum ? sum.cents - sum.feeCents : 0);

/** Of all currencies. `suggested` is undefined while deposits are being compared with batches. */
function toDoText(open: number, suggested: number | undefined): string {
  if (suggested === undefined) return countOf(open, "deposit");
  const toMatch = open - suggested;
  return [
    suggested > 0 && t("{count} to confirm", { count: formatCount(suggested) }),
    toMatch > 0 && t("{count} to match", { count: formatCount(toMatch) }),
  ]
    .filter(Boolean)
    .join(", ");
}

function Sum({
  label,
  cents,
  size = "m",
  children,
}: {
  label: ReactNode;
  cents: number;
  size?: "l" | "m";
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <p className="text-13 text-muted">{label}</p>
      <p className="min-h-8 leading-tight">
        <Amount
          cents={cents}
          size="m"
          className={size === "l" ? "sm:text-44 max-sm:text-20" : "max-sm:text-20"}
        />
      </p>
      <p className="text-13 text-muted">{children}</p>
    </div>
  );
}

/** The sums of other currencies, which are never added up. */
function Others({ sums, of }: { sums: readonly DepositSums[]; of: "matched" | "open" | "fees" }) {
  return sums
    .filter((sum) => sum[of].count > 0)
    .map((sum) => (
      <span key={sum.currency} className="block">
        {formatMoney(sum[of].cents, { code: sum.currency })}
      </span>
    ));
}
