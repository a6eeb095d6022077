import { Link } from "#components/layout/navigation/link.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { UnknownCash } from "#lib/drawer/cash-sums.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** Cash payments of a shift with unknown outcome. They are not included in the expected amount. */
export function UnknownNote({ unknown }: { unknown: readonly UnknownCash[] }) {
  if (unknown.length === 0) return null;
  return (
    <Note tone="unknown" role="status">
      {tx(
        "{title} Not included in the expected amount. Wait until the outcome is known, or close with a manager's approval: the Z report then lists it.",
        {
          title: (
            <b>
              {t("{payments} with unknown outcome.", { payments: countOf(unknown.length, "cash payment") })}
            </b>
          ),
        },
      )}
      <ul className="mt-1">
        {unknown.map(({ attemptId, reference, isRefund, cents, by }) => (
          <li key={attemptId}>
            <Link href={paths.attempt(attemptId)}>
              {isRefund
                ? t("Cash refund of {money}, {by}, attempt {reference}", {
                    ...{ money: formatMoney(cents), by, reference },
                  })
                : t("Cash sale of {money}, {by}, attempt {reference}", {
                    ...{ money: formatMoney(cents), by, reference },
                  })}
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  );
}
