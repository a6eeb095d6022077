import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { KindSum } from "#lib/batches/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { netOf, type Sums } from "#lib/reconciliation/entries.ts";
import { centsOfOthers, ownTotalCents } from "#lib/reconciliation/own-total.ts";
import type { Figures } from "#lib/reconciliation/reconciliation.ts";
import { Difference } from "./difference.tsx";

/** The gateway's total, the journal with all causes, what is left, and the three sides by kind. */
export function TotalsPanel({ figures }: { figures: Figures }) {
  const { total, header, transactions, journal, remainder, causeSums } = figures;
  const others = centsOfOthers(figures);
  const causeCount = causeSums.reduce((sum, { count }) => sum + count, 0);
  const rows = [
    { kind: "Sales", of: (sums: Sums) => sums.sales },
    { kind: "Refunds", of: ({ refunds }: Sums) => ({ ...refunds, cents: -refunds.cents }) },
    { kind: "Voids", aside: ", not added", of: (sums: Sums) => sums.voids },
  ];
  return (
    <Panel aria-labelledby="reconciliation-total" roomy>
      <dl className="grid gap-4 px-4 py-5 sm:grid-cols-3 sm:px-6">
        <Figure label="Gateway's total" id="reconciliation-total" cents={ownTotalCents(figures)} />
        <Figure
          label={causeCount === 0 ? "Our journal" : `Our journal with ${countOf(causeCount, "cause")}`}
          cents={ownTotalCents(figures) - remainder}
          soft
        />
        <Figure
          label="Left without a cause"
          cents={remainder}
          className={remainder === 0 ? "text-approved" : "text-warning"}
        />
      </dl>
      <div className="border-t border-line print:[&_section]:overflow-visible">
        <Table label="Gateway and journal by kind" cards={3} tight>
          <TableHead>
            <Th>
              <span className="relative">
                <span className="sr-only">Kind</span>
              </span>
            </Th>
            <Th numeric>Gateway's totals</Th>
            <Th numeric>Its transactions</Th>
            <Th numeric>Our journal</Th>
            <Th numeric>Gateway less journal</Th>
          </TableHead>
          <TableBody>
            {rows.map(({ kind, aside, of }) => (
              <Tr key={kind}>
                <Td place="full">
                  {kind}
                  {aside && <span className="text-faint">{aside}</span>}
                </Td>
                <Sides gateway={of(header)} listed={of(transactions)} journal={of(journal)} />
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td place="full">Total</Td>
            <Sides
              gateway={total}
              listed={wholeOf(transactions)}
              journal={wholeOf(journal)}
              currency={others === undefined}
            />
          </TableFoot>
        </Table>
      </div>
      <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
        <Recomputed figures={figures} /> <span className="text-faint">Total is sales less refunds.</span>
        {others !== undefined && (
          <span className="block">
            The gateway's own total, {formatMoney(total.cents, { currency: false })}, adds amounts in other
            currencies as if they were one. The figures above leave them out.
          </span>
        )}
      </p>
    </Panel>
  );
}

function Figure({
  label,
  id,
  cents,
  soft = false,
  className,
}: {
  label: string;
  id?: string;
  cents: number;
  soft?: boolean;
  className?: string;
}) {
  return (
    <div className="min-w-0">
      <dt id={id} className="text-13 text-muted">
        {label}
      </dt>
      <dd className={className}>
        <Amount cents={cents} size="m" soft={soft} className="sm:text-[clamp(1.5rem,2.6vw,2.5rem)]" />
      </dd>
    </div>
  );
}

function Sides({
  gateway,
  listed,
  journal,
  currency = false,
}: {
  gateway: KindSum;
  listed: KindSum;
  journal: KindSum;
  currency?: boolean;
}) {
  const sides = [
    ["Gateway's totals", gateway],
    ["Its transactions", listed],
    ["Our journal", journal],
  ] as const;
  return (
    <>
      {sides.map(([label, { cents, count }]) => (
        <Td key={label} numeric label={label} count={formatCount(count)}>
          {formatMoney(cents, { currency })}{" "}
        </Td>
      ))}
      <Td numeric label="Gateway less journal" className="max-sm:col-span-full">
        <Difference cents={gateway.cents - journal.cents} counts={gateway.count - journal.count} />
      </Td>
    </>
  );
}

function Recomputed({ figures }: { figures: Figures }) {
  const { total, transactions } = figures;
  const whole = wholeOf(transactions);
  const difference = ownTotalCents(figures) - whole.cents;
  // The gateway counts those in other currencies too.
  const sameCount = centsOfOthers(figures) !== undefined || total.count === whole.count;
  if (difference === 0 && sameCount)
    return (
      <State tone="approved" icon="equal" wraps>
        The gateway's own totals equal the sum of its {countOf(whole.count, "transaction")}.
      </State>
    );
  return (
    <State tone="warning" icon="differs" wraps>
      The gateway's own totals differ from the sum of its {countOf(whole.count, "transaction")} by{" "}
      {formatMoney(difference)}.
    </State>
  );
}

const wholeOf = (sums: Sums): KindSum => ({
  cents: netOf(sums),
  count: sums.sales.count + sums.refunds.count + sums.voids.count,
});
