import { Link } from "#components/layout/navigation/link.tsx";
import { maxPaymentsNamed, type SomePayments } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** The way to the first ones. */
export function Payments({ of: { count, keys } }: { of: SomePayments }) {
  const named = keys.slice(0, maxPaymentsNamed);
  return (
    <>
      {named.map((key, place) => (
        <span key={key}>
          {place > 0 && ", "}
          <Link href={paths.transaction(key)}>{key}</Link>
        </span>
      ))}
      {count > named.length && t(" and {count} more", { count: formatCount(count - named.length) })}
    </>
  );
}
