import { SmallHeading } from "#components/ui/small-heading.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import type { CommandTotal, PayoutTotals } from "#lib/bulk/payout-totals.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";

/** What leaves by a file, and what it changes, by command: apart from the money that it takes in. */
export function PayoutSums({ totals: { paidOut, allPaidOut, changes } }: { totals: PayoutTotals }) {
  return (
    <>
      {paidOut.length > 0 && (
        <section aria-label="Paid out">
          <SmallHeading>Paid out</SmallHeading>
          <SumList>
            {paidOut.map((total) => (
              <SumLine
                key={total.command}
                label={<Counted {...total} what={commands[total.command].label} />}
              >
                <Sums of={total} minus />
              </SumLine>
            ))}
            <SumLine label={<Counted {...allPaidOut} what="All paid out" />} total>
              <Sums of={allPaidOut} minus currency />
            </SumLine>
          </SumList>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-label="Changes to earlier payments">
          <SmallHeading>Changes to earlier payments</SmallHeading>
          <SumList>
            {changes.map((total) => (
              <SumLine
                key={total.command}
                label={<Counted {...total} what={commands[total.command].label} />}
              >
                <Sums of={total} />
              </SumLine>
            ))}
          </SumList>
        </section>
      )}
    </>
  );
}

/** Each currency on a line of its own, and the rows that name no amount. */
function Sums({
  of: { sums, withoutAmount },
  minus = false,
  currency = false,
}: {
  of: Pick<CommandTotal, "sums" | "withoutAmount">;
  minus?: boolean;
  currency?: boolean;
}) {
  return (
    <>
      {sums.map(({ currency: code, cents }) => (
        <span key={code} className="block">
          {formatMoney(minus ? -cents : cents, { currency, code })}
        </span>
      ))}
      {withoutAmount > 0 && (
        <span className="block font-normal text-faint">
          {`${sums.length > 0 ? "and " : ""}${formatCount(withoutAmount)} without an amount`}
        </span>
      )}
    </>
  );
}

function Counted({ what, count }: { what: string; count: number }) {
  return (
    <>
      {what} <span className="font-normal text-faint">{formatCount(count)}</span>
    </>
  );
}
