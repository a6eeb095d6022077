"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { cx } from "#components/ui/cx.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { FixForm } from "./fix-form.tsx";
import { lineGrid, RowLine } from "./row-line.tsx";
import type { ValidatedFile } from "./use-bulk-upload.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import type { RowFilter, ShownRow, ValidationSummary } from "./worker/worker-messages.ts";

/** However many rows there are, only those on the screen are in the page. */
export function RowsTable({
  checked,
  filter,
  count,
  isFixed,
  onDecided,
}: {
  checked: ValidatedFile;
  filter: RowFilter;
  /** How many rows the filter lets through. */
  count: number;
  isFixed: boolean;
  onDecided: () => Promise<void>;
}) {
  const { worker, mapping, summary } = checked;
  const { box, fixing, toggle, leave } = useFixing();
  const [formHeight, setFormHeight] = useState(0);
  const open = isFixed ? undefined : fixing;
  const rows = useVirtualRows(count, open && { below: open.place, height: formHeight });
  const lines = useRows(worker, filter, summary, rows.from);

  const decide = async (row: number, isSent: boolean) => {
    await worker.ask("decide", [row, isSent]);
    await onDecided();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be placed one by one */}
      <div
        role="table"
        aria-label={t("Rows to review")}
        aria-rowcount={count + 1}
        className="min-w-0 text-13"
      >
        <Head />
        {/* biome-ignore lint/a11y/useSemanticElements: a tbody can't scroll and position its rows */}
        <div
          ref={box}
          role="rowgroup"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
          tabIndex={0}
          aria-label={t("Rows")}
          className="max-h-[440px] overflow-y-auto border-t border-line focus-visible:-outline-offset-2 max-sm:max-h-[85dvh]"
          onScroll={rows.onScroll}
        >
          <div role="presentation" className="relative w-full" style={{ height: rows.height }}>
            {rows.places.map((place) => {
              const line = lines.at(place);
              return (
                <div
                  key={place}
                  data-place={place}
                  role="presentation"
                  className="absolute inset-x-0 top-0 overflow-hidden border-b border-line"
                  style={{ height: rows.rowHeight, transform: `translateY(${rows.topOf(place)}px)` }}
                >
                  {line && (
                    <RowLine
                      line={line}
                      index={place}
                      isFixing={open?.line.row === line.row}
                      isFixed={isFixed}
                      onFix={() => toggle(line, place)}
                      onDecide={(isSent) => decide(line.row, isSent)}
                    />
                  )}
                </div>
              );
            })}
            {open && (
              <Opening top={rows.topOf(open.place) + rows.rowHeight} onHeight={setFormHeight}>
                <FixForm
                  key={open.line.row}
                  worker={worker}
                  line={open.line}
                  columns={mapping}
                  onDone={async () => {
                    leave(open.line.row, open.place + 1);
                    await onDecided();
                  }}
                  onLeave={() => leave(open.line.row, open.place)}
                />
              </Opening>
            )}
          </div>
        </div>
      </div>
      {rows.beyond > 0 && (
        <p className="border-t border-line px-4 py-2 text-12 text-faint sm:px-6">
          {t("{rows} more. Filter them above, or save them as a file.", {
            rows: countOf(rows.beyond, "row"),
          })}
        </p>
      )}
    </>
  );
}

function Head() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: a head is nothing to act on
    <div
      role="row"
      aria-rowindex={1}
      className={cx(lineGrid, "py-2 text-12 font-semibold text-faint max-sm:sr-only")}
    >
      {[t("Row"), t("Column"), t("Value"), t("Problem"), t("What to do"), t("Decision")].map(
        (name, place, names) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span
            role="columnheader"
            key={name}
            className={place === names.length - 1 ? "text-right" : undefined}
          >
            {name}
          </span>
        ),
      )}
    </div>
  );
}

/** Where the form is between the rows: they move down by its height. */
function Opening({
  top,
  onHeight,
  children,
}: {
  top: number;
  onHeight: (height: number) => void;
  children: React.ReactNode;
}) {
  const measure = useCallback(
    (box: HTMLDivElement) => {
      const observer = new ResizeObserver(() => onHeight(box.offsetHeight));
      observer.observe(box);
      return () => observer.disconnect();
    },
    [onHeight],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: its fields are what is focused
    <div
      role="row"
      ref={measure}
      className="absolute inset-x-0 top-0 z-1 border-b border-line"
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the table */}
      <div role="cell">{children}</div>
    </div>
  );
}

/** The row that is being fixed. `box` holds the rows, each with its place. */
function useFixing() {
  const [fixing, setFixing] = useState<{ line: ShownRow; place: number }>();
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef<number>(undefined);
  const toggle = (line: ShownRow, place: number) => {
    if (latest.current === line.row) return leave(line.row, place);
    latest.current = line.row;
    setFixing({ line, place });
  };
  /** The next row may be open by the time that one is checked; else the keyboard goes on at `next`. */
  const leave = (row: number, next: number) => {
    if (latest.current !== row) return;
    latest.current = undefined;
    box.current?.querySelector<HTMLElement>(`[data-place="${next}"] button`)?.focus();
    setFixing(undefined);
  };
  return { box, fixing, toggle, leave };
}

/** How many rows are at hand from the first one that is drawn. */
const atHand = 100;

/** The stretch of listed rows around those that are on the screen; all others stay in the worker. */
function useRows(
  worker: WorkerClient,
  { status, reason }: RowFilter,
  summary: ValidationSummary,
  from: number,
) {
  const [held, setHeld] = useState<{ from: number; lines: ShownRow[] }>({ from: 0, lines: [] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another summary means that a decision was taken
  useEffect(() => {
    let isLatest = true;
    const take = ({ lines }: { lines: ShownRow[] }) => {
      if (isLatest) setHeld({ from, lines });
    };
    void worker.ask("list", [{ status, reason }, from, from + atHand]).then(take, () => {});
    return () => {
      isLatest = false;
    };
  }, [worker, status, reason, from, summary]);

  return {
    /** Undefined while it is on its way. */
    at: (place: number): ShownRow | undefined => held.lines[place - held.from],
  };
}
