"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { formatDay } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { todayQuery } from "#lib/queries/today.ts";

/** The title with the business day, which may change while the page is open. */
export function TodayHeader({ day }: { day: string }) {
  const client = useQueryClient();
  // Looks at the part without asking for it: asked for here first, it would lose what the server has read of it.
  const read = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData(todayQuery("sales").queryKey)?.day,
    () => undefined,
  );
  return (
    <ConsoleHeader
      title={t("Today, {day}", { day: formatDay(read ?? day, { weekday: true, year: false }) })}
    />
  );
}
