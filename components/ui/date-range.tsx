"use client";

import { Popover } from "@base-ui/react/popover";
import { useId, useState } from "react";
import { parseDay } from "#lib/format/dates.ts";
import { Button } from "./button.tsx";
import { Calendar, type DayRange } from "./calendar.tsx";
import { Icon } from "./icon.tsx";

export type { DayRange } from "./calendar.tsx";

/**
 * A span of days, typed or picked from a month. The labels are whole ("Opened from", "Opened to") and are the
 * accessible names of the two text fields. A typed day counts as soon as it can be read; an empty field is no bound.
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
    ? `"${unread}" is no day. Write it as 2026-11-20 or 20 Nov 2026.`
    : backwards
      ? "The first day is after the last one."
      : undefined;
  const shared = { errorId: error ? errorId : undefined, onUnread: setUnread };

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 max-sm:w-full">
      <div className="flex h-control items-center rounded-md border border-field-line bg-field pr-2 text-13 whitespace-nowrap max-sm:pr-1">
        <Popover.Root>
          <Popover.Trigger
            aria-label={`Choose days for ${firstWord(labels.from)}`}
            className="grid h-full w-9 shrink-0 place-items-center rounded-l-md text-faint hover:bg-hover max-sm:w-11"
          >
            <Icon name="calendar" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner align="start" sideOffset={4} className="z-30 print:hidden">
              <Popover.Popup
                aria-label={`${labels.from}, ${labels.to}`}
                className="rounded-lg border border-line-strong bg-surface p-3 shadow-menu"
              >
                <Calendar value={value} onChange={onChange} />
                <div className="mt-2 flex justify-between">
                  <Button size="s" variant="quiet" onClick={() => onChange({})}>
                    Any day
                  </Button>
                  <Popover.Close render={<Button size="s" />}>Done</Popover.Close>
                </div>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
        <DayField
          {...shared}
          label={labels.from}
          day={value.from}
          onDay={(from) => onChange({ ...value, from })}
        />
        <DayField
          {...shared}
          label={labels.to}
          short
          day={value.to}
          onDay={(to) => onChange({ ...value, to })}
        />
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
  short = false,
  day,
  errorId,
  onDay,
  onUnread,
}: {
  label: string;
  short?: boolean;
  day: string | undefined;
  errorId: string | undefined;
  onDay: (day: string | undefined) => void;
  onUnread: (text: string | undefined) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<string>();

  const leave = () => {
    onUnread(draft?.trim() && !parseDay(draft) ? draft.trim() : undefined);
    if (!draft?.trim() || parseDay(draft)) setDraft(undefined);
  };

  return (
    <>
      <label htmlFor={id} className="pr-1.5 pl-1 text-faint">
        {short ? (
          <>
            <span className="sr-only">{label.slice(0, -lastWord(label).length)}</span>
            {lastWord(label)}
          </>
        ) : (
          label
        )}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder="any day"
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
        value={draft ?? day ?? ""}
        onChange={(event) => {
          const text = event.target.value;
          const read = parseDay(text);
          setDraft(text);
          if (read) onUnread(undefined);
          if (read || !text.trim()) onDay(read ?? undefined);
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter") leave();
        }}
        className="h-7 w-[92px] min-w-0 rounded-sm bg-transparent px-1 focus:outline-2 focus:outline-focus max-sm:h-9 max-sm:w-0 max-sm:flex-1"
      />
    </>
  );
}

const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);
const firstWord = (text: string) => text.slice(0, text.indexOf(" "));
