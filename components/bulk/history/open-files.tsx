import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { BulkPerson } from "../bulk-person.ts";
import { fileAppearance } from "../file-appearance.ts";
import { FileSteps } from "../file-steps.tsx";
import { FileSums } from "../file-sums.tsx";
import { FileTotals } from "../file-totals.tsx";

/** Files that wait for somebody: to be approved, sent, or to be known. Nothing where none does. */
export function OpenFiles({
  files,
  person,
  now,
}: {
  files: readonly BulkFile[];
  person: BulkPerson;
  now: number;
}) {
  if (files.length === 0) return null;
  return (
    <Panel roomy aria-label={t("Needs action")}>
      <PanelHead title={t("Needs action")} sub={formatCount(files.length)} />
      {files.map((file) => (
        <PanelSection key={file.id}>
          <OpenFile file={file} person={person} now={now} />
        </PanelSection>
      ))}
    </Panel>
  );
}

function OpenFile({ file, person, now }: { file: BulkFile; person: BulkPerson; now: number }) {
  const { timeZone } = useMerchant();
  const { tone, icon, word } = fileAppearance(file);
  return (
    <article
      aria-label={file.name}
      className="grid gap-x-10 gap-y-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,280px)]"
    >
      <div className="grid min-w-0 content-start gap-3">
        <div>
          <StatusLabel tone={tone} icon={icon}>
            {word}
          </StatusLabel>
          <h3 className="wrap-anywhere">
            <Link href={paths.bulkGroup(file.id)}>{file.name}</Link>
          </h3>
          <p>
            <FileSums totals={file.totals} size="m" />
            <span className="text-muted">{countOf(file.good, "row")}</span>
          </p>
          <p className="text-13 text-muted">
            {[
              t("Prepared by {preparedBy}, {instant}", {
                preparedBy: file.preparedBy,
                instant: formatInstant(timeZone, file.preparedAt, now),
              }),
              file.approvedBy &&
                file.approvedAt !== undefined &&
                t("Approved by {approvedBy}, {instant}", {
                  approvedBy: file.approvedBy,
                  instant: formatInstant(timeZone, file.approvedAt, now),
                }),
              file.excluded > 0 && t("{rows} excluded", { rows: countOf(file.excluded, "row") }),
            ]
              .filter(Boolean)
              .join(". ")}
          </p>
        </div>
        {file.problem && <Note tone={file.state === "unknown" ? "unknown" : "warning"}>{file.problem}</Note>}
        {file.state === "unknown" && (
          <p className="text-13 text-muted">
            {t(
              "Do not send it again. The console looks for it at the gateway; its page shows what was found and lets a manager decide.",
            )}
          </p>
        )}
        <FileSteps file={file} person={person} />
      </div>
      <FileTotals totals={file.totals} />
    </article>
  );
}
