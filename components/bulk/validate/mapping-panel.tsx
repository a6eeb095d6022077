"use client";

import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { PanelHead } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { columnLabels } from "#lib/bulk/file/column-labels.ts";
import { countOf } from "#lib/format/counts.ts";
import { listOf } from "#lib/format/list.ts";
import type { BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import { assignColumn, type Mapping, missingColumns } from "./mapping-rules.ts";
import type { OpenedFile } from "./worker/worker-messages.ts";

/** Which column of the file is which of the gateway's. Kept for the next file with the same header. */
export function MappingPanel({
  opened,
  suggested,
  onUse,
}: {
  opened: OpenedFile;
  suggested: Mapping;
  onUse: (mapping: Mapping) => void;
}) {
  const [mapping, setMapping] = useState(suggested);
  const missing = missingColumns(mapping);
  const excluded = mapping.filter((column) => column === null).length;
  return (
    <div className="border-t border-line">
      <PanelHead title={t("Columns")} sub={countOf(opened.header.length, "column")} />
      <Table label={t("Columns")} dense cards={2}>
        <TableHead>
          <Th>{t("In the file")}</Th>
          <Th>{t("First row, digits hidden")}</Th>
          <Th>{t("Means")}</Th>
        </TableHead>
        <TableBody>
          {opened.header.map((name, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <Tr key={place}>
              <Td place="lead">{name || <span className="text-faint">{t("no name")}</span>}</Td>
              <Td place="full" className="font-mono text-13 text-muted">
                {opened.sample[place]}
              </Td>
              <Td place="full">
                <Select
                  aria-label={t("{column} means", {
                    column: name || t("Column {number}", { number: place + 1 }),
                  })}
                  value={mapping[place] ?? ""}
                  onChange={({ target }) =>
                    // The options are the gateway's columns, or none.
                    setMapping(assignColumn(mapping, place, (target.value || null) as BulkColumn | null))
                  }
                >
                  <option value="">{t("Skip")}</option>
                  {options.map(([column, { label }]) => (
                    <option key={column} value={column}>
                      {t(label)}
                    </option>
                  ))}
                </Select>
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-4 max-sm:flex-col max-sm:items-stretch sm:px-6">
        <div className="min-w-0 flex-1 text-13 text-muted">
          {missing.length > 0 ? (
            <Note tone="warning" role="status">
              {t("Choose the column with {missing}.", { missing: listOf(missing) })}
            </Note>
          ) : (
            [
              excluded > 0 && t("{columns} skipped.", { columns: countOf(excluded, "column") }),
              t("Kept for your next file with these columns."),
            ]
              .filter(Boolean)
              .join(" ")
          )}
        </div>
        <Button variant="primary" disabled={missing.length > 0} onClick={() => onUse(mapping)}>
          {t("Validate the file")}
        </Button>
      </div>
    </div>
  );
}

const options = Object.entries(columnLabels);
