"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { columnLabels } from "#lib/bulk/file/column-labels.ts";
import { formatCount } from "#lib/format/counts.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import type { ShownProblem, ShownRow } from "./worker/worker-messages.ts";

/** The invalid cells of one row, to be fixed: the only place that shows a full number, while it is open. */
export function FixForm({
  worker,
  line,
  columns,
  onDone,
  onLeave,
}: {
  worker: WorkerClient;
  line: ShownRow;
  columns: readonly (BulkColumn | null)[];
  onDone: () => Promise<void>;
  onLeave: () => void;
}) {
  const [cells, setCells] = useState<[BulkColumn, string][]>([]);
  const [problems, setProblems] = useState(line.problems);
  const form = useRef<HTMLFormElement>(null);
  const { row } = line;

  useEffect(() => {
    let isOpen = true;
    void worker.ask("cellsToFix", [row, columns]).then(
      (raw) => isOpen && setCells(raw),
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [worker, row, columns]);
  const isReady = cells.length > 0;
  useEffect(() => {
    if (isReady) form.current?.querySelector("input")?.focus();
  }, [isReady]);

  const save = async () => {
    const changes: BulkCells = Object.fromEntries(cells);
    const fixed = await worker.ask("fix", [row, changes]);
    if (fixed.status !== "error") return onDone();
    setProblems(fixed.problems);
    // A cell that was in order may be at fault by now.
    const added = fixed.problems.flatMap(({ column }) =>
      column && !cells.some(([known]) => known === column) ? [[column, ""] as [BulkColumn, string]] : [],
    );
    setCells([...cells, ...added]);
  };

  return (
    <form
      ref={form}
      data-card-numbers=""
      aria-label={t("Fix row {count}", { count: formatCount(row) })}
      autoComplete="off"
      className="grid gap-3 border-t border-line bg-sunken px-4 py-4 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {cells.map(([column, cell], place) => (
          <Field key={column} label={t(columnLabels[column].label)} {...texts(problems, column)}>
            {(control) => (
              <Input
                {...control}
                value={cell}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) =>
                  setCells(cells.map((other, at) => (at === place ? [column, target.value] : other)))
                }
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="s" variant="primary" kbd="Enter">
          {t("Save")}
        </Button>
        <Button size="s" kbd="Esc" onClick={onLeave}>
          {t("Cancel")}
        </Button>
        <span className="text-12 text-faint">{t("The file on your computer is not changed.")}</span>
      </div>
    </form>
  );
}

/** Why a cell is at fault and how to fix it. */
function texts(problems: readonly ShownProblem[], column: BulkColumn) {
  const problem = problems.find((one) => one.column === column);
  return problem ? { error: problem.reason, help: problem.fix } : {};
}
