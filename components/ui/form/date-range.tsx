"use client";

import { useId, useState } from "react";
import { formatDay } from "#lib/format/dates.ts";
import { parseDay } from "#lib/format/parse-day.ts";
import { t } from "#lib/language/t.ts";
import { Button } from "../button/button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import { onDemand } from "../on-demand.tsx";
import { Popover } from "../overlay/popover.tsx";
import { Spinner } from "../status/spinner.tsx";
import type { DayRange } from "./calendar.tsx";

export type { DayRange } from "./calendar.tsx";

/** A placeholder of the same size while it loads. */
const Calendar = onDemand(
  () => import("./calendar.tsx").then((module) => module.Calendar),
  <div className="grid h-[308px] w-[252px] place-items-center max-sm:h-[342px] max-sm:w-[308px]">
    <Spinner>{t("Loading the calendar")}</Spinner>
  </div>,
);

/**
 * A span of days in one box, "Opened Nov 7 to Nov 20, 2026", typed or picked from a month. The labels are whole
 * ("Opened from", "Opened to") and are the accessible names of the two text fields; the second one is out of sight
 * while the span has no bounds. A typed day counts as soon as it can be read; an empty field is no bound.
 */
export function DateRange({
  labels,
  value,
  onChange,
}: {
  labels: { from: string; to: string };
  /** Days as "YYYY-MM-DD". */
  value: DayRange;
  onChange: (value: DayRange) => void;
}) {
  const errorId = useId();
  const [unread, setUnread] = useState<string>();
  const backwards = value.from && value.to && value.from > value.to;
  const error = unread
    ? t('"{unread}" isn\'t a valid date. Use {day} or 2026-11-20.', { unread, day: formatDay("2026-11-20") })
    : backwards
      ? t("The first day is after the last one.")
      : undefined;
  const shared = { errorId: error ? errorId : undefined, onUnread: setUnread };
  const { from, to } = value;
  const isOpen = !from && !to && !error;

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 max-sm:w-full">
      <div className="group/range relative flex h-control items-center rounded-md border border-field-line bg-field pr-2 text-13 whitespace-nowrap">
        <Popover
          label={`${labels.from}, ${labels.to}`}
          button={{
            "aria-label": t("Choose days for {label}", { label: firstWord(labels.from) }),
            className:
              "grid h-full w-9 shrink-0 place-items-center rounded-l-md text-faint hover:bg-hover max-sm:w-11",
            children: <Icon name="calendar" />,
            onPointerEnter: Calendar.preload,
            onFocus: Calendar.preload,
          }}
          className="max-w-[21rem] p-3"
        >
          {(close) => (
            <>
              <Calendar value={value} onChange={onChange} />
              <div className="mt-2 flex justify-between">
                <Button size="s" variant="quiet" onClick={() => onChange({})}>
                  {t("Any day")}
                </Button>
                <Button size="s" onClick={close}>
                  {t("Done")}
                </Button>
              </div>
            </>
          )}
        </Popover>
        <DayField
          {...shared}
          label={labels.from}
          day={from}
          shown={
            from &&
            (from.slice(0, 4) === to?.slice(0, 4) ? formatDay(from, { year: false }) : formatDay(from))
          }
          year={(from ?? to)?.slice(0, 4)}
          onDay={(day) => onChange({ ...value, from: day })}
        />
        <span
          className={cx(
            "flex items-center",
            isOpen &&
              "not-group-focus-within/range:absolute not-group-focus-within/range:size-px not-group-focus-within/range:overflow-hidden",
          )}
        >
          <DayField
            {...shared}
            label={labels.to}
            isEnd
            day={to}
            shown={to && formatDay(to)}
            year={(to ?? from)?.slice(0, 4)}
            onDay={(day) => onChange({ ...value, to: day })}
          />
        </span>
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-12 text-declined">
          {error}
        </p>
      )}
    </div>
  );
}

function DayField({
  label,
  isEnd = false,
  day,
  shown = "",
  year,
  errorId,
  onDay,
  onUnread,
}: {
  label: string;
  isEnd?: boolean;
  day: string | undefined;
  /** The formatted day while the field isn't being edited. */
  shown: string | undefined;
  /** The year of a day typed without one. */
  year: string | undefined;
  errorId: string | undefined;
  onDay: (day: string | undefined) => void;
  onUnread: (text: string | undefined) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const read = (text: string) => parseDay(text) ?? (year ? parseDay(`${text}, ${year}`) : null);
  const text = draft ?? shown;

  const leave = () => {
    const isUnread = Boolean(draft?.trim()) && !read(draft ?? "");
    onUnread(isUnread ? draft?.trim() : undefined);
    if (!isUnread) setDraft(undefined);
  };

  return (
    <>
      <label htmlFor={id} className={cx("relative text-faint", isEnd ? "px-0.5" : "pr-1")}>
        <span className={isEnd ? "sr-only" : undefined}>{label.slice(0, -lastWord(label).length)}</span>
        <span className={isEnd ? undefined : "sr-only"}>{lastWord(label)}</span>
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={t("any day")}
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
        value={text}
        size={Math.max(text.length, 7)}
        onChange={(event) => {
          const typed = event.target.value;
          const next = read(typed);
          setDraft(typed);
          if (next) onUnread(undefined);
          if ((next || !typed.trim()) && next !== (day ?? null)) onDay(next ?? undefined);
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave();
        }}
        className="field-sizing-content h-7 min-w-6 rounded-sm bg-transparent px-1 focus:outline-2 focus:outline-focus max-sm:h-9"
      />
    </>
  );
}

const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);
const firstWord = (text: string) => text.slice(0, text.indexOf(" "));
