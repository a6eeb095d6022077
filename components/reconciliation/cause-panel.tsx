import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { causes as causeTable } from "#lib/reconciliation/causes.ts";
import { netOf } from "#lib/reconciliation/entries.ts";
import { centsOfOthers } from "#lib/reconciliation/own-total.ts";
import {
  type BatchReconciliation,
  remainderId,
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
  const isWaiting = ({ kind: cause }: { kind: ShownCause["kind"] }) => causeTable[cause].settledBy === "time";
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
        title={kind === "waiting" ? "Waiting" : "Causes"}
        sub={kind === "waiting" ? "the console checks again automatically" : countText(count)}
      />
      <div className="print:[&_section]:overflow-visible">
        <Table label={kind === "waiting" ? "Waiting" : "Causes"} cards={2}>
          <TableHead>
            <Th numeric>Amount</Th>
            <Th>Cause</Th>
            <Th>See</Th>
            <Th>State</Th>
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
                  {countOf(more, "more cause")} of the same kinds, in the sums below.
                </Td>
              </Tr>
            )}
            {kind === "found" && (
              <RemainderRow
                cents={figures.remainder}
                explanation={explained.get(remainderId(figures.remainder))}
                batchKey={canExplain ? batchKey : undefined}
                now={now}
              />
            )}
          </TableBody>
          {kind === "found" && (
            <TableFoot>
              <Td numeric place="lead">
                {formatSigned(figures.total.cents - netOf(figures.journal))}
              </Td>
              <Td place="full" span={3} className="font-normal">
                <Equation reconciliation={reconciliation} />
              </Td>
            </TableFoot>
          )}
        </Table>
      </div>
    </Panel>
  );
}

const countText = (count: number) => (count === 0 ? "nothing differs" : formatCount(count));

/** "Journal $4,898.45 + 24.00 − 36.00 = $4,862.45, the gateway's total." */
function Equation({ reconciliation: { figures } }: { reconciliation: BatchReconciliation }) {
  const { journal, causeSums, remainder, total } = figures;
  const terms = [...causeSums.map(({ cents }) => cents), remainder].filter((cents) => cents !== 0);
  return (
    <>
      Journal {formatMoney(netOf(journal))}
      {terms.map((cents, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same amount may come twice
        <span key={place} className="whitespace-nowrap">
          {cents > 0 ? " + " : " − "}
          {formatMoney(Math.abs(cents), { currency: false })}
        </span>
      ))}{" "}
      = <b>{formatMoney(total.cents, { currency: centsOfOthers(figures) === undefined })}</b>, the gateway's
      total{centsOfOthers(figures) !== undefined && ", which adds several currencies as one"}.
    </>
  );
}
