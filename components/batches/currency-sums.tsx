import { Amount } from "#components/ui/amount.tsx";
import { cx } from "#components/ui/cx.ts";
import { Count } from "#components/ui/table/table.tsx";
import { type BatchKind, type CurrencySums, heldCurrencies } from "#lib/batches/batch-sums.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";

/** The totals of a batch of several currencies, or why they are missing. */
export function CurrencyTotals({
  sums,
  missing,
}: {
  sums: readonly CurrencySums[] | undefined;
  missing: string;
}) {
  if (!sums) return <p className="text-20 font-semibold text-muted">{missing}</p>;
  return (
    <ul>
      {heldCurrencies(sums).map(({ currency, total }) => (
        <li key={currency}>
          <Amount cents={total.cents} code={currency} size="m" />
        </li>
      ))}
    </ul>
  );
}

/** One kind in each currency that the batch holds something in, a line each with its count; what is nothing is quiet. */
export function CurrencyLines({
  sums,
  kind,
  minus = false,
  inTable = false,
}: {
  sums: readonly CurrencySums[];
  kind: BatchKind | "total";
  minus?: boolean;
  /** Whether it is a table cell, whose counts align with those of other rows. */
  inTable?: boolean;
}) {
  return heldCurrencies(sums).map((held) => (
    <span key={held.currency} className={cx("block", inTable && kind !== "total" && "max-sm:text-13")}>
      <span className={held[kind].cents === 0 && kind !== "total" ? "text-faint" : undefined}>
        {formatMoney(minus ? -held[kind].cents : held[kind].cents, { code: held.currency })}
      </span>{" "}
      {inTable ? (
        <Count inAmount={kind === "total"} inLines>
          {formatCount(held[kind].count)}
        </Count>
      ) : (
        <span className="text-12 font-normal text-faint">{formatCount(held[kind].count)}</span>
      )}
    </span>
  ));
}
