import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { Pager } from "./pager.tsx";

/** The pager of `rows` rows from `offset` on: "26 to 50 of 120", or what `children` make of these numbers. */
export function OffsetPager({
  offset,
  rows,
  total,
  limit = rows,
  onOffset,
  children = (range) => t("{first} to {last} of {total}", range),
}: {
  offset: number;
  rows: number;
  total: number;
  limit?: number;
  onOffset: (offset: number) => void;
  children?: (range: { first: string; last: string; total: string }) => React.ReactNode;
}) {
  const last = offset + rows;
  return (
    <Pager
      onNewer={offset > 0 ? () => onOffset(Math.max(0, offset - limit)) : undefined}
      onOlder={last < total ? () => onOffset(last) : undefined}
    >
      {children({ first: formatCount(offset + 1), last: formatCount(last), total: formatCount(total) })}
    </Pager>
  );
}
