"use client";

import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { formatDay } from "#lib/format/dates.ts";
import { useToday } from "./use-today.ts";

/** The title with the business day, which may change while the page is open. */
export function TodayHeader({ day }: { day: string }) {
  const { data } = useToday("sales");
  return <ConsoleHeader title={`Today, ${formatDay(data?.day ?? day, { weekday: true, year: false })}`} />;
}
