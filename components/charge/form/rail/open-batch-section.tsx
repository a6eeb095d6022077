"use client";

import type { ReactNode } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Amount } from "#components/ui/amount.tsx";
import { DayBar } from "#components/ui/chart/day-bar.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { countsIn, heldCurrencies, type ShownBatch } from "#lib/batches/batch-sums.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatRecent, formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";
import { useOpenBatch } from "../use-open-batch.ts";

/** The batch that card payments go into: what it holds, and how long it stays open. */
export function OpenBatchSection() {
  const { batch: open, why } = useOpenBatch();
  if (!open)
    return (
      <PanelSection className={roomClass}>
        <SectionTitle>{t("Open batch")}</SectionTitle>
        <p className="text-13 text-muted">
          {why === undefined ? t("Reading the open batch from the gateway") : translate(why)}
        </p>
      </PanelSection>
    );
  const { batch, name, readAt } = open;
  return (
    <PanelSection className={roomClass}>
      <SectionTitle
        end={
          <Link href={paths.batch(batch.key ?? "current")} className="-my-0.5 inline-block leading-6">
            {t("View")}
          </Link>
        }
      >
        {batch.sequence ? t("Open {name}", { name }) : t("Open batch")}
      </SectionTitle>
      <p className="mb-3 flex items-baseline justify-between gap-3">
        <Total batch={batch} />
        <span className="text-right text-13 text-muted">
          {countOf(countsIn(batch)?.all ?? 0, "transaction")}
          <ReadAt readAt={readAt} />
        </span>
      </p>
      <BatchDay batch={batch} />
      {!batch.currencies && (
        <SumList className="mt-3 text-13">
          <Kind
            count={batch.sales_count}
            amount={batch.sales_amount}
            label={(count) => countOf(count, "sale")}
          />
          <Kind
            count={batch.refunds_count}
            amount={batch.refunds_amount}
            label={(count) => countOf(count, "refund")}
            sign={-1}
          />
          <Kind
            count={batch.voids_count}
            amount={batch.voids_amount}
            label={(count) => t("{voids}, not added", { voids: countOf(count, "void") })}
            faint
          />
        </SumList>
      )}
    </PanelSection>
  );
}

/** Others may have charged since: the sums are of the moment they were read. */
function ReadAt({ readAt }: { readAt: number }) {
  const { timeZone } = useMerchant();
  return (
    <span className="text-faint">{t(", read {time}", { time: formatTime(momentIn(timeZone, readAt)) })}</span>
  );
}

/** The gateway's total, or one for each currency: its own total would add them. It has a sign only where its currency is known. */
function Total({ batch: { total_amount, currencies, isCurrencyAssumed } }: { batch: ShownBatch }) {
  if (!currencies)
    return <Amount cents={toCents(total_amount ?? "") ?? 0} size="s" plain={isCurrencyAssumed === true} />;
  if (currencies.kind === "unread")
    return (
      <span className="text-13 text-muted">
        {t("Total not read yet")}
        {currencies.why && <span className="block text-12 text-faint">{translate(currencies.why)}</span>}
      </span>
    );
  if (!currencies.sums) return <span className="font-semibold">{t("Several currencies")}</span>;
  return (
    <span className="grid">
      {heldCurrencies(currencies.sums).map(({ currency, total }) => (
        <Amount key={currency} cents={total.cents} code={currency} size="s" />
      ))}
    </span>
  );
}

/** As high while it is read as it is then, so that nothing below moves. */
const roomClass = "lg:min-h-[206px]";

function BatchDay({ batch: { opened, scheduled } }: { batch: Batch }): ReactNode {
  const { timeZone } = useMerchant();
  const now = useNow(30_000);
  if (!opened || !scheduled || now === undefined) return null;
  const clock = momentIn(timeZone, now);
  const left = secondsBetween(clock, scheduled);
  const near = (moment: string) => formatRecent(moment, clock);
  const closes = t("Closes {near}", { near: near(scheduled) });
  return (
    <DayBar
      share={secondsBetween(opened, clock) / Math.max(1, secondsBetween(opened, scheduled))}
      label={t("Opened {near}, now {time}, closes {near2}", {
        near: near(opened),
        time: formatTime(clock),
        near2: near(scheduled),
      })}
      start={t("Opened {near}", { near: near(opened) })}
      end={
        left > 0
          ? t("{closes}, in {duration}", { closes, duration: formatDuration(left - (left % 60)) })
          : t("{closes}, due now", { closes })
      }
    />
  );
}

/** One kind of transaction; left out while the batch holds none. */
function Kind({
  count = 0,
  amount = "",
  label,
  sign = 1,
  faint = false,
}: {
  count: number | undefined;
  amount: string | undefined;
  label: (count: number) => string;
  sign?: 1 | -1;
  faint?: boolean;
}) {
  if (count === 0) return null;
  return (
    <SumLine label={label(count)} faint={faint}>
      {formatMoney(sign * (toCents(amount) ?? 0), { currency: false })}
    </SumLine>
  );
}
