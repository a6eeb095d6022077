import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import type { EffectTotal, PayoutTotals } from "#lib/bulk/payout-totals.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands, dependsOnSettlement } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";

/** What leaves by a file, and what it changes, by command: apart from the money that it takes in. */
export function PayoutSums({ totals: { paidOut, allPaidOut, changes } }: { totals: PayoutTotals }) {
  return (
    <>
      {paidOut.length > 0 && (
        <section aria-label={t("Paid out")}>
          <SmallHeading>{t("Paid out")}</SmallHeading>
          <SumList>
            {paidOut.map((total) => (
              <SumLine
                key={`${total.command} ${total.kind}`}
                label={<Counted {...total} what={commands[total.command].label} />}
              >
                <Sums of={total} minus />
              </SumLine>
            ))}
            <SumLine label={<Counted {...allPaidOut} what={t("All paid out")} />} total>
              <Sums of={allPaidOut} minus currency />
            </SumLine>
          </SumList>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-label={t("Changes to earlier payments")}>
          <SmallHeading>{t("Changes to earlier payments")}</SmallHeading>
          <SumList>
            {changes.map((total) => (
              <SumLine
                key={`${total.command} ${total.kind}`}
                label={<Counted {...total} what={changeLabel(total)} />}
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

/** Which of the two it was: "Refund or void: voided". */
function changeLabel({ command, kind }: EffectTotal): string {
  const { label } = commands[command];
  if (kind === "voids" && dependsOnSettlement(command)) return t("{label}: voided", { label });
  return kind === "sets" ? t("{label}: new total", { label }) : label;
}

/** Each currency on a line of its own, and the rows of which only the gateway knows what they move. */
function Sums({
  of: { sums, open },
  minus = false,
  currency = false,
}: {
  of: Pick<EffectTotal, "sums" | "open">;
  minus?: boolean;
  currency?: boolean;
}) {
  return (
    <>
      {sums.map(({ currency: code, cents }) => (
        <span key={code ?? ""} className="block">
          {code === undefined
            ? t("{money} (currency not known)", {
                money: formatMoney(minus ? -cents : cents, { currency: false }),
              })
            : formatMoney(minus ? -cents : cents, { currency, code })}
        </span>
      ))}
      {open > 0 && (
        <span className="block font-normal text-faint">
          {sums.length > 0
            ? t("and {count} of unknown amount", { count: formatCount(open) })
            : t("{count} of unknown amount", { count: formatCount(open) })}
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
