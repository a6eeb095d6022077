import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import type { BatchSums, KindSum } from "#lib/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";

/** What the gateway says the batch holds, beside what its transactions add up to once all of them are there. */
export function TotalsPanel({
  gateway,
  listed,
  waiting,
}: {
  gateway: BatchSums;
  /** The sums of all its transactions; undefined while some are not on the page. */
  listed: BatchSums | undefined;
  /** What stands in place of the comparison until then. */
  waiting: React.ReactNode;
}) {
  return (
    <Panel roomy aria-labelledby="gateway-total">
      <div className="p-4 sm:px-6 sm:py-5">
        <h2 id="gateway-total" className="text-13 font-normal text-muted">
          Total by the gateway
        </h2>
        <p>
          <Amount cents={gateway.total.cents} size="l" />
        </p>
      </div>
      <div className="border-t border-line print:[&_section]:overflow-visible">
        <Table label="Totals by kind" dense>
          <TableHead>
            <Th>
              <span className="relative">
                <span className="sr-only">Kind</span>
              </span>
            </Th>
            <Th numeric>Gateway's totals</Th>
            <Th numeric>Its transactions</Th>
          </TableHead>
          <TableBody>
            <KindRow kind="Sales" gateway={gateway.sales} listed={listed?.sales} />
            <KindRow kind="Refunds" minus gateway={gateway.refunds} listed={listed?.refunds} />
            <KindRow kind="Voids" aside=", not added" gateway={gateway.voids} listed={listed?.voids} />
          </TableBody>
          <TableFoot>
            <Td>Total</Td>
            <SumCell sum={gateway.total} currency />
            <SumCell sum={listed?.total} currency />
          </TableFoot>
        </Table>
      </div>
      <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
        {listed ? <AddsUp gateway={gateway.total} listed={listed.total} /> : waiting}
      </p>
    </Panel>
  );
}

function AddsUp({ gateway, listed }: { gateway: KindSum; listed: KindSum }) {
  const rule = <span className="text-faint">Total is sales less refunds.</span>;
  const differs = gateway.cents - listed.cents;
  if (differs !== 0)
    return (
      <State tone="declined" icon="differs" wraps>
        <b>Differs by {formatMoney(Math.abs(differs))}.</b> The gateway's total is{" "}
        {differs > 0 ? "more" : "less"} than the sum of its {countOf(listed.count, "transaction")}. {rule}
      </State>
    );
  return (
    <State tone="approved" icon="equal" wraps>
      <b>Agrees.</b> The gateway's total equals the sum of its {countOf(listed.count, "transaction")}
      {gateway.count === listed.count ? "" : `, though it counts ${formatCount(gateway.count)}`}. {rule}
    </State>
  );
}

function KindRow({
  kind,
  aside,
  minus = false,
  gateway,
  listed,
}: {
  kind: string;
  aside?: string;
  minus?: boolean;
  gateway: KindSum;
  listed: KindSum | undefined;
}) {
  return (
    <Tr>
      <Td>
        {kind}
        {aside && <span className="text-faint">{aside}</span>}
      </Td>
      <SumCell sum={gateway} minus={minus} />
      <SumCell sum={listed} minus={minus} />
    </Tr>
  );
}

function SumCell({
  sum,
  minus = false,
  currency = false,
}: {
  sum: KindSum | undefined;
  minus?: boolean;
  currency?: boolean;
}) {
  if (!sum)
    return (
      <Td numeric className="relative font-normal text-faint">
        <span aria-hidden="true">—</span>
        <span className="sr-only">not all on this page</span>
      </Td>
    );
  return (
    <Td numeric count={formatCount(sum.count)}>
      {formatMoney(minus ? -sum.cents : sum.cents, { currency })}{" "}
    </Td>
  );
}
