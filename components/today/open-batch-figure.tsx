"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { useBatch } from "#components/layout/use-batch.ts";
import { tx } from "#components/ui/rich-text.tsx";
import { batchNumber } from "#lib/batches/batch-name.ts";
import { timeLeft } from "#lib/batches/time-left.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { Detail, Figure, Value } from "./key-figures.tsx";

/** When the open batch closes. */
export function OpenBatchFigure() {
  const { timeZone } = useMerchant();
  const { data, error, dataUpdatedAt } = useBatch("current", { refetchInterval: 30_000 });
  if (data?.kind === "missing")
    return (
      <Figure label={t("Open batch")}>
        <Value>{t("None")}</Value>
        <Detail>{t("The first card payment opens one.")}</Detail>
      </Figure>
    );
  if (data?.kind !== "found")
    return (
      <Figure label={t("Open batch")}>
        <Value>–</Value>
        <Detail>{translate(data?.message ?? error?.message ?? t("Reading"))}</Detail>
      </Figure>
    );
  const { opened, scheduled } = data.value;
  const left = timeLeft({ opened, scheduled }, timeZone, dataUpdatedAt);
  const link = <Link href={paths.batch(data.value.key ?? "current")}>{t("Open the batch")}</Link>;
  const name = t("Batch {batchNumber}", { batchNumber: batchNumber(data.value) });
  if (!left || !scheduled)
    return (
      <Figure label={name}>
        <Value>{t("Open")}</Value>
        <Detail>{tx("No scheduled close time. {link}", { link })}</Detail>
      </Figure>
    );
  return (
    <Figure
      label={left.seconds > 0 ? t("{name} closes in", { name }) : t("{name} is due to close", { name })}
    >
      <Value>{left.seconds >= 60 ? formatDuration(left.seconds - (left.seconds % 60)) : t("Now")}</Value>
      <Detail>
        {formatTime(scheduled)}. {link}
      </Detail>
    </Figure>
  );
}
