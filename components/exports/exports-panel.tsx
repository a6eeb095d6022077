"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { DateRange, type DayRange } from "#components/ui/form/date-range.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { ExportRecord, TakenExport } from "#lib/exports/export-record.ts";
import { exportFormats } from "#lib/exports/formats.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatDay, formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";

const ExportDialog = dialogOnDemand(() => import("./export-dialog.tsx").then((part) => part.ExportDialog));

/** Who took which transactions out of the console, and an export of any days. `exports` are the newest; `now` is epoch ms. */
export function ExportsPanel({ exports, now }: { exports: readonly TakenExport[]; now: number }) {
  const router = useRouter();
  const [days, setDays] = useState<DayRange>({});
  const [isExporting, setExporting] = useState(false);
  const { from, to } = days;
  const isRange = from !== undefined && to !== undefined && from <= to;
  return (
    <>
      <Panel aria-label={t("Export days")}>
        <PanelHead title={t("Export business days")} />
        <div className="flex flex-wrap items-start gap-3 px-4 py-3">
          <DateRange
            labels={{ from: t("Business days from"), to: t("Business days to") }}
            value={days}
            onChange={setDays}
          />
          <Button icon="download" disabled={!isRange} onClick={() => setExporting(true)}>
            {t("Export")}
          </Button>
        </div>
      </Panel>
      <Panel aria-label={t("Exports")}>
        <PanelHead title={t("Exports")} sub={exports.length < 100 ? exports.length : t("100 newest")} />
        {exports.length === 0 ? (
          <EmptyState icon="download" title={t("Nothing was exported yet")}>
            {t("Every file of transactions is listed here, with who took it.")}
          </EmptyState>
        ) : (
          <ExportTable exports={exports} now={now} />
        )}
      </Panel>
      <FootNote>
        <ZoneNote />
      </FootNote>
      {isExporting && isRange && (
        <ExportDialog
          source={new URLSearchParams({ from, until: to }).toString()}
          about={from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`}
          onClose={() => {
            setExporting(false);
            router.refresh();
          }}
        />
      )}
    </>
  );
}

function ExportTable({ exports, now }: { exports: readonly TakenExport[]; now: number }) {
  const { timeZone } = useMerchant();
  return (
    <Table label={t("Exports")} cards={2}>
      <TableHead>
        <Th>{t("Time")}</Th>
        <Th>{t("Who")}</Th>
        <Th>{t("What")}</Th>
        <Th drop="m">{t("Format")}</Th>
        <Th numeric>{t("Transactions")}</Th>
        <Th drop="l" numeric>
          {t("Size")}
        </Th>
        <Th>{t("Result")}</Th>
      </TableHead>
      <TableBody>
        {exports.map((one) => (
          <Tr key={one.id}>
            <Td className="whitespace-nowrap">{formatInstant(timeZone, one.at, now)}</Td>
            <Td>{one.by}</Td>
            <Td place="full" className="wrap-anywhere">
              <About {...one} />
            </Td>
            <Td drop="m">{exportFormats[one.format].label}</Td>
            <Td numeric>{one.record.rowsWritten !== undefined && formatCount(one.record.rowsWritten)}</Td>
            <Td drop="l" numeric>
              {one.record.bytes !== undefined && formatBytes(one.record.bytes)}
            </Td>
            <Td place="full">
              <Result record={one.record} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function About({ about, batchKey, search }: TakenExport) {
  const href = batchKey !== undefined ? paths.batch(batchKey) : search && paths.search(search);
  return href ? <Link href={href}>{translate(about)}</Link> : translate(about);
}

function Result({ record: { state, rowsBefore, rowsAfter = rowsBefore } }: { record: ExportRecord }) {
  switch (state) {
    case "running":
      return (
        <StatusLabel tone="neutral" icon="pending">
          {t("Not finished")}
        </StatusLabel>
      );
    case "finished":
      return (
        <StatusLabel tone="approved" icon="approved">
          {t("Whole")}
        </StatusLabel>
      );
    case "changed":
      return (
        <StatusLabel tone="warning" icon="warning" wraps>
          {t("Changed during the export: {before} before, {after} after", {
            before: formatCount(rowsBefore),
            after: formatCount(rowsAfter),
          })}
        </StatusLabel>
      );
    case "broken":
      return (
        <StatusLabel tone="declined" icon="declined">
          {t("Interrupted")}
        </StatusLabel>
      );
  }
}
