import { Amount } from "#components/ui/amount.tsx";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { countWithoutAmount } from "#lib/bulk/bulk-totals.ts";
import { isPlainIncome, sumFile, wayWords } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

/** What a file comes to, each direction on a line of its own, with the rows whose amount isn't known. */
export function FileSums({
  totals,
  size = "inherit",
}: {
  totals: readonly BulkTotal[];
  size?: "m" | "s" | "inherit";
}) {
  const sums = sumFile(totals);
  const unknown = countWithoutAmount(totals);
  const isNamed = sums.some(({ cents }) => cents > 0);
  const isAlone = sums.length === 1 && sums.every(isPlainIncome);
  return (
    <>
      {(isNamed || unknown === 0) &&
        sums.map((sum) => (
          <span key={`${sum.way} ${sum.isOwn}`} className="block">
            <Amount cents={sum.way === "out" ? -sum.cents : sum.cents} size={size} plain={!sum.isOwn} />
            {!isAlone && (
              <span className="text-13 font-normal text-muted">
                {" "}
                {wayWords[sum.way]}
                {!sum.isOwn && t(", on earlier payments")}
              </span>
            )}
          </span>
        ))}
      {unknown > 0 && (
        <span className="block text-13 font-normal text-muted">
          {isNamed
            ? t("and {rows} whose amount isn't known", { rows: countOf(unknown, "row") })
            : t("{rows} whose amount isn't known", { rows: countOf(unknown, "row") })}
        </span>
      )}
    </>
  );
}
