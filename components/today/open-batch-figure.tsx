"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import { batchNumber } from "#lib/batches/batch-name.ts";
import { timeLeft } from "#lib/batches/time-left.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { paths } from "#lib/paths.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { Detail, Figure, Value } from "./key-figures.tsx";

/** When the open batch closes. */
export function OpenBatchFigure() {
  const { timeZone } = useMerchant();
  const { data, error, dataUpdatedAt } = useQuery({ ...batchQuery("current"), refetchInterval: 30_000 });
  if (data?.kind === "missing")
    return (
      <Figure label="Open batch">
        <Value>None</Value>
        <Detail>The first card payment opens one.</Detail>
      </Figure>
    );
  if (data?.kind !== "found")
    return (
      <Figure label="Open batch">
        <Value>–</Value>
        <Detail>{data?.message ?? error?.message ?? "Reading"}</Detail>
      </Figure>
    );
  const { opened, scheduled } = data.value;
  const left = timeLeft({ opened, scheduled }, timeZone, dataUpdatedAt);
  const link = <Link href={paths.batch("current")}>Open the batch</Link>;
  const name = `Batch ${batchNumber(data.value)}`;
  if (!left || !scheduled)
    return (
      <Figure label={name}>
        <Value>Open</Value>
        <Detail>No scheduled close time. {link}</Detail>
      </Figure>
    );
  return (
    <Figure label={left.seconds > 0 ? `${name} closes in` : `${name} is due to close`}>
      <Value>{left.seconds >= 60 ? formatDuration(left.seconds - (left.seconds % 60)) : "Now"}</Value>
      <Detail>
        {formatTime(scheduled)}. {link}
      </Detail>
    </Figure>
  );
}
