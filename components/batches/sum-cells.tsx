import { Td } from "#components/ui/table.tsx";
import type { BatchSums, KindSum } from "#lib/batch-sums.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";

/** The four sums of a batch as cells, each with its count in grey. A dash stands for what is not read yet. */
export function SumCells({ sums }: { sums: BatchSums | undefined }) {
  return (
    <>
      <KindCell label="Sales" sum={sums?.sales} />
      <KindCell label="Refunds" sum={sums?.refunds} minus />
      <KindCell label="Voids" sum={sums?.voids} />
      <Td
        numeric
        place="amount"
        className="font-semibold"
        {...(sums && { count: formatCount(sums.total.count) })}
      >
        {sums ? `${formatMoney(sums.total.cents)} ` : <Unread />}
      </Td>
    </>
  );
}

function KindCell({
  label,
  sum,
  minus = false,
}: {
  label: string;
  sum: KindSum | undefined;
  minus?: boolean;
}) {
  return (
    <Td numeric label={label} {...(sum && { count: formatCount(sum.count) })}>
      {sum ? (
        <span className={sum.cents === 0 ? "font-normal text-faint" : undefined}>
          {formatMoney(minus ? -sum.cents : sum.cents, { currency: false })}{" "}
        </span>
      ) : (
        <Unread />
      )}
    </Td>
  );
}

function Unread() {
  return (
    <span title="Not read yet: the shared limit is kept for payments" className="relative text-faint">
      <span aria-hidden="true">—</span>
      <span className="sr-only">not read yet</span>
    </span>
  );
}
