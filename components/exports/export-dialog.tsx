"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { CoverageLine } from "#components/layout/coverage-line.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useProof } from "#components/layout/session/use-proof.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import {
  defaultExportColumns,
  type ExportColumnName,
  exportColumnNames,
  exportColumns,
} from "#lib/exports/columns.ts";
import { exportFormats, isJournal, type JournalFormat, journalFormatNames } from "#lib/exports/formats.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { zoneName } from "#lib/format/dates.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { exportPreviewQuery } from "#lib/queries/exports.ts";
import { ExportProgress } from "./export-progress.tsx";
import { useExport } from "./use-export.ts";

type Kind = "csv" | "xlsx" | "journal";

/** Asks how transactions are written to a file, shows how it begins, and saves it. */
export function ExportDialog({
  source,
  about,
  expected,
  onClose,
}: {
  /** Which transactions, as the address of an export names them: "batch=KEY". */
  source: string;
  /** What the source is called: "Batch 2184". */
  about: string;
  /** How many there should be, where the page knows it: fewer are said. */
  expected?: number | undefined;
  onClose: () => void;
}) {
  const dialog = useExportDialog(source);
  const { kind, journal, columns, isList, preview, error, isFetching, rows, isPossible, isWaiting, save } =
    dialog;
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      title={
        rows === undefined
          ? t("Export transactions")
          : t("Export {transactions}", { transactions: countOf(rows, "transaction") })
      }
      description={about}
      footer={
        <>
          <Button kbd="Esc" className="h-12!" onClick={onClose}>
            {dialog.record && !isWaiting ? t("Close") : t("Cancel")}
          </Button>
          <Button
            variant="primary"
            size="l"
            icon="download"
            kbd="Ctrl Enter"
            loading={isWaiting}
            disabled={!isPossible}
            onClick={save}
          >
            {isList && rows !== undefined
              ? t("Export {rows}", { rows: countOf(rows, "row") })
              : t("Export daily summary")}
          </Button>
        </>
      }
    >
      {expected !== undefined && rows !== undefined && rows < expected && (
        <Note tone="warning">
          {t("Only {count} of {count2} transactions have been read so far. The file holds those.", {
            count: formatCount(rows),
            count2: formatCount(expected),
          })}
        </Note>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label={t("Format")} options={kinds} value={kind} onChange={dialog.setKind} wraps />
        <span className="text-13 text-muted">
          {isList &&
            preview?.bytes !== undefined &&
            t("About {bytes}", { bytes: formatBytes(preview.bytes) })}
        </span>
      </div>
      {isList ? (
        <Columns columns={columns} onChange={dialog.setColumns} />
      ) : (
        <JournalFormats journal={journal} onChange={dialog.setJournal} />
      )}
      {preview?.isArchive && (
        <p className="text-13 text-muted">
          {t(
            "A ZIP archive: this program accepts one currency, or a limited number of lines, per file. The file names tell them apart.",
          )}
        </p>
      )}
      {error ? (
        <Note tone="declined" role="alert">
          {translate(error.message)}{" "}
          <TextButton onClick={() => void dialog.refetch()}>{t("Try again")}</TextButton>
        </Note>
      ) : preview ? (
        <Sample text={preview.sample} isOld={isFetching} />
      ) : (
        <Spinner>{t("Counting the transactions")}</Spinner>
      )}
      {preview?.coverage && (
        <p className="text-13">
          <CoverageLine coverage={preview.coverage} now={preview.at} />
        </p>
      )}
      <Recorded person={preview?.person} isList={isList} />
      <ExportProgress record={dialog.record} isWaiting={isWaiting} isGone={dialog.isGone} />
      {dialog.proof}
    </Dialog>
  );
}

/** How the file is written, how it begins, and how far it is. */
function useExportDialog(source: string) {
  const [kind, setKind] = useState<Kind>("csv");
  const [journal, setJournal] = useState<JournalFormat>("quickbooks-iif");
  const [columns, setColumns] = useState<readonly ExportColumnName[]>(defaultExportColumns);
  const format = kind === "journal" ? journal : kind;
  const isList = !isJournal(format);
  const query = toQuery(source, format, columns);
  const { data: preview, error, refetch, isFetching } = useQuery(exportPreviewQuery(query));
  const { prove, dialog: proof } = useProof();
  const { record, id, start, isGone } = useExport();
  const rows = preview?.rows;
  const isPossible = rows !== undefined && !error && (!isList || columns.length > 0);
  const isWaiting = id !== undefined && !isGone && (!record || record.state === "running");
  const save = () => {
    if (isPossible && !isWaiting) prove(() => start(query));
  };
  useHotkeys([{ keys: "ctrl+enter", does: t("Export"), act: save }], {
    group: t("This export"),
    scope: "dialog",
  });
  return {
    kind,
    setKind,
    journal,
    setJournal,
    columns,
    setColumns,
    isList,
    preview,
    error,
    refetch,
    isFetching,
    rows,
    record,
    isGone,
    isPossible,
    isWaiting,
    save,
    /** The dialog that asks who exports. */
    proof,
  };
}

const kinds = translated(["label"], [
  { value: "csv", label: exportFormats.csv.label },
  { value: "xlsx", label: exportFormats.xlsx.label },
  { value: "journal", label: "Daily summary" },
] as const satisfies { value: Kind; label: string }[]);

function toQuery(source: string, format: string, columns: readonly ExportColumnName[]): string {
  const query = new URLSearchParams(source);
  query.set("format", format);
  if (format === "csv" || format === "xlsx") query.set("columns", columns.join(","));
  return query.toString();
}

function Columns({
  columns,
  onChange,
}: {
  columns: readonly ExportColumnName[];
  onChange: (columns: readonly ExportColumnName[]) => void;
}) {
  const headingId = useId();
  const isAll = columns.length === exportColumnNames.length;
  // In the order of the table, however they were chosen.
  const toggle = (name: ExportColumnName) =>
    onChange(exportColumnNames.filter((one) => columns.includes(one) !== (one === name)));
  return (
    <fieldset className="min-w-0" aria-labelledby={headingId}>
      <div className="flex items-baseline justify-between text-13">
        <SmallHeading id={headingId}>{t("Columns")}</SmallHeading>
        <TextButton onClick={() => onChange(isAll ? defaultExportColumns : exportColumnNames)}>
          {isAll
            ? t("Usual {count} ~columns", { count: defaultExportColumns.length })
            : t("All {count} ~columns", { count: exportColumnNames.length })}
        </TextButton>
      </div>
      <div className="grid grid-cols-2 gap-x-4 text-13 sm:gap-y-1 sm:grid-cols-4">
        {exportColumnNames.map((name) => (
          <Checkbox
            key={name}
            label={t(exportColumns[name].label)}
            checked={columns.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
      {columns.length === 0 && (
        <p role="status" className="mt-2 text-13 text-declined">
          {t("Choose at least one column.")}
        </p>
      )}
    </fieldset>
  );
}

function JournalFormats({
  journal,
  onChange,
}: {
  journal: JournalFormat;
  onChange: (format: JournalFormat) => void;
}) {
  return (
    <Field
      label={t("Program")}
      help={t(
        "Sums of each day by tender: sales, refunds, shipping, tax and tips. Always export by day or always by batch: a payment that is in both would be imported twice. Export a day or a batch once it is over: what comes later is skipped by a program that has imported it before.",
      )}
    >
      {(control) => (
        <Select
          {...control}
          value={journal}
          onChange={(event) => onChange(event.target.value as JournalFormat)} // one of the options
        >
          {journalFormatNames.map((name) => (
            <option key={name} value={name}>
              {exportFormats[name].label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Sample({ text, isOld }: { text: string; isOld: boolean }) {
  return (
    <section className="min-w-0" aria-label={t("First lines of the file")} aria-busy={isOld || undefined}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        tabIndex={0}
        className="max-h-52 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-12 leading-5"
      >
        {text}
      </pre>
    </section>
  );
}

function Recorded({ person, isList }: { person: string | undefined; isList: boolean }) {
  const { timeZone } = useMerchant();
  return (
    <p className="text-13 text-muted">
      {isList
        ? t("Times are in the merchant's zone, {zoneName}. Card numbers show only the last four digits. ", {
            zoneName: zoneName(timeZone),
          })
        : t("Payments that moved no money are left out. ")}
      {person && t("{person}, the time, this selection and the number of rows are recorded.", { person })}
    </p>
  );
}
