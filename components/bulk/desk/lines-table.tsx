"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { cx } from "#components/ui/cx.ts";
import type { LineFilter } from "./check/check-words.ts";
import { LineRow, lineGrid } from "./line-row.tsx";
import { MendForm } from "./mend-form.tsx";
import type { CheckedFile } from "./use-bulk-desk.ts";
import { useLines } from "./use-lines.ts";

/** However many lines there are, only those on the screen are in the page. */
export function LinesTable({
  checked,
  filter,
  isFixed,
  onDecided,
}: {
  checked: CheckedFile;
  filter: LineFilter;
  isFixed: boolean;
  onDecided: () => Promise<void>;
}) {
  const { desk, mapping, summary } = checked;
  const lines = useLines(desk, filter, summary);
  const [mending, setMending] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.total,
    getScrollElement: () => box.current,
    estimateSize: () => 48,
    overscan: 8,
    getItemKey: (place) => lines.at(place)?.row ?? `place ${place}`,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  useEffect(() => lines.look(first), [first, lines.look]);

  const decide = async (row: number, isSent: boolean) => {
    await desk.ask("decide", [row, isSent]);
    await onDecided();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be placed one by one
    <div
      role="table"
      aria-label="Lines to look at"
      aria-rowcount={lines.total + 1}
      className="min-w-0 text-13"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a head is nothing to act on */}
      <div
        role="row"
        aria-rowindex={1}
        className={cx(lineGrid, "border-b border-line py-2 text-12 font-semibold text-faint max-sm:sr-only")}
      >
        {["Line", "Column", "Value", "What is wrong", "What to do", "Decision"].map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span role="columnheader" key={name} className={name === "Decision" ? "text-right" : undefined}>
            {name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={box}
        role="rowgroup"
        className="max-h-[440px] overflow-y-auto max-sm:max-h-[70vh]"
        tabIndex={-1}
      >
        <div role="presentation" className="relative w-full" style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const line = lines.at(index);
            return (
              <div
                key={key}
                role="presentation"
                data-index={index}
                ref={rows.measureElement}
                className="absolute inset-x-0 top-0 border-b border-line"
                style={{ transform: `translateY(${start}px)` }}
              >
                {line ? (
                  <>
                    <LineRow
                      line={line}
                      index={index}
                      isMending={mending === line.row}
                      isFixed={isFixed}
                      onMend={() => setMending(line.row)}
                      onDecide={(isSent) => decide(line.row, isSent)}
                    />
                    {mending === line.row && !isFixed && (
                      <MendForm
                        key={line.row}
                        desk={desk}
                        line={line}
                        columns={mapping}
                        onDone={async () => {
                          setMending(undefined);
                          await onDecided();
                        }}
                        onLeave={() => setMending(undefined)}
                      />
                    )}
                  </>
                ) : (
                  <div className="h-12" />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
