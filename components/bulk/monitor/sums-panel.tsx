import { Link } from "#components/layout/navigation/link.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import { rowLink, Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { CurrencySums, KindSum } from "#lib/batches/batch-sums.ts";
import { heldCurrencies } from "#lib/batches/batch-sums.ts";
import { addCurrencySums } from "#lib/batches/transaction-sums.ts";
import { accountFor } from "#lib/bulk/accounting.ts";
import {
  agreesWithBatch,
  type BatchTotal,
  changedSince,
  type LaterChange,
  type Outcomes,
  type OutcomeTotal,
} from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { AccountedSums } from "./accounted-sums.tsx";
import { SumsComparison } from "./sums-comparison.tsx";

/** Where the money of a group went, by batch, compared with what each batch holds and with what was approved. */
export function SumsPanel({
  batches,
  authorized,
  outcomes,
  since,
  isComparing,
  file,
}: {
  batches: readonly BatchTotal[];
  authorized: OutcomeTotal;
  since: readonly LaterChange[];
  outcomes: Outcomes;
  isComparing: boolean;
  file: BulkFile | undefined;
}) {
  const all = addCurrencySums(batches.map(({ sums }) => sums));
  const accounting = file && accountFor(file, outcomes);
  return (
    <Panel roomy aria-label={t("Totals by batch")}>
      <PanelHead title={t("Totals by batch")} sub={t("approved payments")} />
      {batches.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">
          {t("No sale or refund was approved, so nothing is in a batch.")}
        </p>
      ) : (
        <Table label={t("Totals by batch")} dense cards={3}>
          <TableHead>
            <Th>{t("Batch")}</Th>
            <Th numeric>{t("Payments")}</Th>
            <Th numeric>{t("Sales")}</Th>
            <Th numeric>{t("Refunds")}</Th>
            <Th numeric>{t("Total")}</Th>
            <Th numeric>{t("In the batch")}</Th>
          </TableHead>
          <TableBody>
            {batches.map((batch) => (
              <Tr key={batch.batchKey ?? ""}>
                <Td place="lead">
                  {batch.batchKey ? (
                    <Link href={paths.batch(batch.batchKey)} className={rowLink}>
                      {batch.batchName ?? batch.batchKey}
                    </Link>
                  ) : (
                    <span className="text-muted">{t("In no batch")}</span>
                  )}
                </Td>
                <Sums count={batch.count} sums={batch.sums} />
                <Td numeric label={t("In the batch")} place="full">
                  <Held batch={batch} isComparing={isComparing} />
                </Td>
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td place="lead">{t("All sales and refunds")}</Td>
            <Sums count={batches.reduce((sum, { count }) => sum + count, 0)} sums={all} />
            <Td />
          </TableFoot>
        </Table>
      )}
      <PanelSection className="grid gap-3 border-t border-line">
        {file && accounting && <AccountedSums file={file} outcomes={outcomes} accounting={accounting} />}
        <SumsComparison
          batches={batches}
          authorized={authorized}
          since={since}
          isComparing={isComparing}
          file={file}
          accounting={accounting}
        />
      </PanelSection>
    </Panel>
  );
}

/** Each currency on a line of its own: different ones are never added. */
function Sums({ count, sums }: { count: number; sums: readonly CurrencySums[] }) {
  return (
    <>
      <Td numeric label={t("Payments")}>
        {formatCount(count)}
      </Td>
      <Td numeric label={t("Sales")}>
        <Lines sums={sums} of={({ sales }) => sales} />
      </Td>
      <Td numeric label={t("Refunds")}>
        <Lines sums={sums} of={({ refunds }) => ({ ...refunds, cents: -refunds.cents })} />
      </Td>
      <Td numeric place="amount" className="font-semibold">
        <Lines sums={sums} of={({ total }) => total} currency />
      </Td>
    </>
  );
}

function Lines({
  sums,
  of,
  currency = false,
}: {
  sums: readonly CurrencySums[];
  of: (sums: CurrencySums) => KindSum;
  currency?: boolean;
}) {
  const held = heldCurrencies(sums);
  const sign = currency || held.some(({ currency: code }) => code !== ownCurrency);
  return (held.length > 0 ? held : sums.filter(({ currency: code }) => code === ownCurrency)).map((one) => (
    <span key={one.currency} className="block">
      {formatMoney(of(one).cents, { currency: sign, code: one.currency })}
    </span>
  ));
}

/** What the batch itself holds of these payments. */
function Held({ batch, isComparing }: { batch: BatchTotal; isComparing: boolean }) {
  const { held, batchKey } = batch;
  const { tone, icon } = appearances[appearanceOf(batch)];
  if (!batchKey) return <span className="text-faint">{t("not compared")}</span>;
  if (!held) return <span className="text-faint">{isComparing ? t("reading") : t("not read")}</span>;
  return (
    <span className="inline-flex items-start gap-1.5 *:[svg]:mt-0.5 max-sm:flex-row-reverse">
      <Icon name={icon} className={toneText[tone]} />
      <span>
        <Lines sums={held.sums} of={({ total }) => total} currency />
      </span>
    </span>
  );
}

const appearances = {
  equal: { tone: "approved", icon: "equal" },
  differs: { tone: "warning", icon: "differs" },
  changed: { tone: "neutral", icon: "info" },
} as const;

function appearanceOf(batch: BatchTotal): keyof typeof appearances {
  if (!agreesWithBatch(batch)) return "differs";
  return changedSince(batch) ? "changed" : "equal";
}
