import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { cx } from "#components/ui/cx.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatDecision, isDecisionWrong } from "#lib/bulk/file-decision.ts";
import { isCompleted } from "#lib/bulk/progress.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { fileAppearance } from "../file-appearance.ts";
import { FileSums } from "../file-sums.tsx";

/** Every file that was prepared here, newest first: who, when, how much, and what came of it. */
export function FileTable({ files, now }: { files: readonly BulkFile[]; now: number }) {
  return (
    <Table label={t("Bulk files")} cards={2}>
      <TableHead>
        <Th>{t("File")}</Th>
        <Th>{t("Prepared")}</Th>
        <Th>{t("Approved by")}</Th>
        <Th numeric>{t("Rows")}</Th>
        <Th numeric>{t("File total")}</Th>
        <Th>{t("Outcome")}</Th>
      </TableHead>
      <TableBody>
        {files.map((file) => (
          <Row key={file.id} file={file} now={now} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ file, now }: { file: BulkFile; now: number }) {
  const { timeZone } = useMerchant();
  const isWrong = isDecisionWrong(file);
  const { tone, icon, word } = fileAppearance(file);
  const decision = formatDecision(file);
  return (
    <Tr>
      <Td place="full" className="max-w-72 py-2 wrap-anywhere sm:min-w-48">
        <Link href={paths.bulkGroup(file.bulkKey ?? file.id)} className={rowLink}>
          {file.name}
        </Link>
        <span
          title={t("Digest {sha256}", { sha256: file.sha256 })}
          className="block font-mono text-12 text-faint"
        >
          {file.sha256.slice(-8)}
        </span>
      </Td>
      <Td label={t("Prepared")} className="max-w-40 wrap-anywhere">
        <Who name={file.preparedBy} at={formatInstant(timeZone, file.preparedAt, now)} />
      </Td>
      <Td label={t("Approved by")} className="max-w-40 wrap-anywhere">
        {file.approvedBy ? (
          <Who
            name={file.approvedBy}
            at={file.approvedAt === undefined ? "" : formatInstant(timeZone, file.approvedAt, now)}
          />
        ) : (
          <span className="text-faint">{t("Not approved")}</span>
        )}
      </Td>
      <Td numeric label={t("Rows")}>
        {formatCount(file.good)}
      </Td>
      <Td numeric label={t("File total")} className="max-w-48 font-semibold whitespace-normal!">
        <FileSums totals={file.totals} />
      </Td>
      <Td place="full">
        <StatusLabel tone={isWrong ? "warning" : tone} icon={isWrong ? "warning" : icon} wraps>
          {word}
          {file.group && (
            <span className="block text-12 text-muted">
              {formatCounts(file.group, file.duplicates)}
              {!isCompleted(file.group) &&
                file.groupReadAt !== undefined &&
                t(", as of {instant}", { instant: formatInstant(timeZone, file.groupReadAt, now) })}
            </span>
          )}
          {decision && (
            <span className={cx("block text-12", isWrong ? "text-warning" : "text-muted")}>{decision}</span>
          )}
        </StatusLabel>
      </Td>
    </Tr>
  );
}

function Who({ name, at }: { name: string; at: string }) {
  return (
    <>
      {name} <span className="block text-12 text-faint">{at}</span>
    </>
  );
}

/** The gateway counts duplicates as approved; they are taken out once they are known. */
function formatCounts(
  { approved = 0, declined = 0, errors = 0, remaining = 0 }: NonNullable<BulkFile["group"]>,
  duplicates = 0,
) {
  return [
    t("{count} approved", { count: formatCount(approved - duplicates) }),
    duplicates > 0 && countOf(duplicates, "duplicate"),
    t("{count} declined", { count: formatCount(declined) }),
    countOf(errors, "error"),
    remaining > 0 && t("{count} to go", { count: formatCount(remaining) }),
  ]
    .filter(Boolean)
    .join(", ");
}
