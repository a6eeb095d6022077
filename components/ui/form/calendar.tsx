"use client";

import { DayPicker } from "react-day-picker";
import { firstWeekday, formatMonth, formatWeekday } from "#lib/format/dates.ts";
import { Icon } from "../icon/icon.tsx";

export type DayRange = { from?: string | undefined; to?: string | undefined };

/** A month to pick a span of days from. Days are "YYYY-MM-DD", with no time and no zone; both ends are included. */
export function Calendar({ value, onChange }: { value: DayRange; onChange: (value: DayRange) => void }) {
  const from = value.from ? toDate(value.from) : undefined;
  const to = value.to ? toDate(value.to) : undefined;
  const shown = to ?? from;
  return (
    <DayPicker
      mode="range"
      autoFocus
      resetOnSelect
      showOutsideDays
      selected={{ from, to }}
      {...(shown ? { defaultMonth: shown } : {})}
      onSelect={(range) =>
        onChange({
          from: range?.from ? toDay(range.from) : undefined,
          to: range?.to ? toDay(range.to) : undefined,
        })
      }
      components={{ Chevron }}
      classNames={classNames}
      formatters={formatters}
      weekStartsOn={firstWeekday()}
    />
  );
}

const formatters = {
  formatCaption: (month: Date) => formatMonth(toDay(month)),
  formatWeekdayName: (day: Date) => formatWeekday(toDay(day)).slice(0, 2),
};

function Chevron({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  return <Icon name={orientation === "left" ? "left" : "right"} />;
}

const stepClass =
  "grid size-8 place-items-center rounded-md border border-transparent text-muted hover:bg-hover max-sm:size-11";

const classNames = {
  months: "relative",
  month_caption: "flex h-8 items-center justify-center text-14 font-semibold max-sm:h-11",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: stepClass,
  button_next: stepClass,
  month_grid: "mt-2 border-collapse",
  weekday: "h-7 w-9 text-12 font-normal text-faint max-sm:w-11",
  day: "p-0 text-center text-13",
  day_button: "size-9 rounded-md hover:bg-hover max-sm:size-11",
  outside: "text-faint",
  today: "font-semibold text-accent",
  selected: "bg-accent-soft",
  range_start: "rounded-l-md [&>button]:bg-accent-fill [&>button]:text-on-accent",
  range_end: "rounded-r-md [&>button]:bg-accent-fill [&>button]:text-on-accent",
};

function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
