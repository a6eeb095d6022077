import { useMerchant } from "#components/layout/merchant.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { FileTotals } from "../file-totals.tsx";

/** Who approved the file and what was in it. None of its rows is kept. */
export function FileFacts({ file, now }: { file: BulkFile; now: number }) {
  const { timeZone } = useMerchant();
  const when = (at: number | undefined) => at !== undefined && `, ${formatInstant(timeZone, at, now)}`;
  const { upload } = file;
  return (
    <Panel roomy aria-label={t("The file")}>
      <PanelHead title={t("The file")} />
      <PanelSection>
        <p className="mb-4 font-semibold wrap-anywhere">{file.name}</p>
        <Facts columns={2} className="sm:max-lg:grid-cols-4!">
          <Fact label={t("File number")}>
            <span className="font-mono text-13">{file.reference}</span>
          </Fact>
          <Fact label={t("Prepared by")}>
            {file.preparedBy}
            {when(file.preparedAt)}
          </Fact>
          <Fact label={t("Approved by")}>
            {file.approvedBy && [file.approvedBy, when(file.approvedAt)].filter(Boolean).join("")}
          </Fact>
          <Fact label={t("Rows")}>{formatCount(file.rows)}</Fact>
          <Fact label={t("Valid")}>{formatCount(file.good)}</Fact>
          <Fact label={t("Excluded")}>{formatCount(file.excluded)}</Fact>
          <Fact label={t("Fixed")}>{formatCount(file.fixed)}</Fact>
          {upload && (
            <>
              <Fact label={t("Accepted")}>{formatCount(upload.transactions)}</Fact>
              <Fact label={t("Rejected")}>{formatCount(upload.errors)}</Fact>
              <Fact label={t("Already sent")}>{formatCount(upload.dupes)}</Fact>
            </>
          )}
        </Facts>
      </PanelSection>
      <PanelSection>
        <FileTotals totals={file.totals} />
      </PanelSection>
      <PanelSection>
        <p className="text-12 text-faint">{t("Keyed digest of the chosen file")}</p>
        <p className="font-mono text-12 break-all">{file.sha256}</p>
      </PanelSection>
    </Panel>
  );
}
