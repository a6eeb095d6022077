import { daysFrom } from "#lib/business-day.ts";
import { translated } from "#lib/language/t.ts";

/** Spans of days one asks for often. Days are "YYYY-MM-DD" in the merchant's zone, both ends included. */
export const dayPresets = translated(["label"], [
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "7days", label: "7 days" },
  { value: "14days", label: "14 days" },
  { value: "thisMonth", label: "This month" },
  { value: "lastMonth", label: "Last month" },
  { value: "all", label: "All" },
] as const);

export type DayPreset = (typeof dayPresets)[number]["value"];
type DaySpan = { from?: string | undefined; to?: string | undefined };

/** The days of a preset as seen from `today`. "14 days" end today; a month is whole. */
export function spanOf(preset: DayPreset, today: string): DaySpan {
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: daysFrom(today, -1), to: daysFrom(today, -1) };
    case "7days":
      return { from: daysFrom(today, -6), to: today };
    case "14days":
      return { from: daysFrom(today, -13), to: today };
    case "thisMonth":
      return monthOf(today);
    case "lastMonth":
      return monthOf(daysFrom(`${today.slice(0, 7)}-01`, -1));
    case "all":
      return {};
  }
}

/** Which preset a span of days is, seen from `today`; undefined when it matches no preset. */
export function presetOf({ from, to }: DaySpan, today: string): DayPreset | undefined {
  return dayPresets.find(({ value }) => {
    const span = spanOf(value, today);
    return span.from === from && span.to === to;
  })?.value;
}

function monthOf(day: string): DaySpan {
  const [year = 0, month = 1] = day.split("-").map(Number);
  // Day 0 of the next month is the last one of this.
  return { from: `${day.slice(0, 7)}-01`, to: toDay(new Date(Date.UTC(year, month, 0))) };
}

const toDay = (date: Date) => date.toISOString().slice(0, 10);
