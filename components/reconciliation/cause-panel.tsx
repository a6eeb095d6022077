import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { causes as causeTable } from "#lib/reconciliation/causes.ts";
import { netOf, type Sums } from "#lib/reconciliation/entries.ts";
import {
  type BatchReconciliation,
  type Figures,
  remainderId,
  remaindersOf,
  type ShownCause,
} from "#lib/reconciliation/reconciliation.ts";
import { CauseRow, RemainderRow } from "./cause-row.tsx";
import { formatSigned } from "./difference.tsx";

/** Every difference with its cause, its row and its state, and the sum that leads from the journal to the gateway. */
export function CausePanel({
  reconciliation,
  kind,
  now,
}: {
  reconciliation: BatchReconciliation;
  /** `waiting`: what time will settle. `found`: everything else, with the remainder. */
  kind: "waiting" | "found";
  now: number;
}) {
  const { figures, explanations, batchKey, state } = reconciliation;
  const isWaiting = ({ kind: cause }: { kind: ShownCause["kind"] }) =>
    causeTable[cause].resolvedBy === "time";
  const shown = figures.causes.filter((cause) => isWaiting(cause) === (kind === "waiting"));
  const sums = figures.causeSums.filter((sum) => isWaiting(sum) === (kind === "waiting"));
  const count = sums.reduce((sum, one) => sum + one.count, 0);
  if (kind === "waiting" && count === 0) return null;
  const explained = new Map(explanations.map((one) => [one.causeId, one]));
  const more = count - shown.length;
  const canExplain = state !== "signed" && state !== "inProgress";
  return (
    <Panel roomy className="print:break-inside-auto!">
      <PanelHead
        title={kind === "waiting" ? t("Waiting") : t("Causes")}
        sub={kind === "waiting" ? t("the console checks again automatically") : countText(count)}
      />
      <div className="print:[&_section]:overflow-visible">
        <Table label={kind === "waiting" ? t("Waiting") : t("Causes")} cards={2}>
          <TableHead>
            <Th numeric>{t("Amount")}</Th>
            <Th>{t("Cause")}</Th>
            <Th>{t("See")}</Th>
            <Th>{t("State")}</Th>
          </TableHead>
          <TableBody>
            {shown.map((cause) => (
              <CauseRow
                key={cause.id}
                cause={cause}
                explanation={explained.get(cause.id)}
                batchKey={canExplain ? batchKey : undefined}
                now={now}
              />
            ))}
            {more > 0 && (
              <Tr>
                <Td />
                <Td place="full" span={3} className="text-muted">
                  {t("{causes} of the same kinds, in the sums below.", {
                    causes: countOf(more, "more cause"),
                  })}
                </Td>
              </Tr>
            )}
            {kind === "found" &&
              remaindersOf(figures).map(({ cents, currency }) => (
                <RemainderRow
                  key={currency ?? ""}
                  cents={cents}
                  currency={currency}
                  explanation={explained.get(remainderId(cents, currency))}
                  batchKey={canExplain ? batchKey : undefined}
                  now={now}
                />
              ))}
          </TableBody>
          {kind === "found" && (
            <TableFoot>
              <Td numeric place="lead">
                {formatSigned(figures.total.cents - netOf(figures.journal))}
              </Td>
              <Td place="full" span={3} className="font-normal">
                <Equations figures={figures} />
              </Td>
            </TableFoot>
          )}
        </Table>
      </div>
    </Panel>
  );
}

const countText = (count: number) => (count === 0 ? t("nothing differs") : formatCount(count));

/** One for each currency: nothing is added across them. */
function Equations({ figures }: { figures: Figures }) {
  const { total, journal, remainder, others = [] } = figures;
  const termsOf = (code: string | undefined) =>
    figures.causeSums.filter(({ currency }) => currency === code).map(({ cents }) => cents);
  return (
    <>
      <Equation journal={journal} terms={[...termsOf(undefined), remainder]} total={total.cents} />
      {others.map(({ currency, header, ...side }) => (
        <Equation
          key={currency}
          code={currency}
          journal={side.journal}
          terms={[...termsOf(currency), side.remainder]}
          total={netOf(header)}
        />
      ))}
    </>
  );
}

/** "Journal $4,898.45 + 24.00 − 36.00 = $4,862.45, the gateway's total." */
function Equation({
  code,
  journal,
  terms,
  total,
}: {
  code?: string;
  journal: Sums;
  terms: readonly number[];
  total: number;
}) {
  return (
    <span className="block">
      {t("Journal {money}", { money: formatMoney(netOf(journal), { code }) })}
      {terms
        .filter((cents) => cents !== 0)
        .map((cents, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same amount may come twice
          <span key={place} className="whitespace-nowrap">
            {cents > 0 ? " + " : " − "}
            {formatMoney(Math.abs(cents), { currency: false, code })}
          </span>
        ))}{" "}
      = <b>{formatMoney(total, { code })}</b>,{" "}
      {code === undefined ? t("the gateway's total") : t("the sum of its transactions")}.
    </span>
  );
}
