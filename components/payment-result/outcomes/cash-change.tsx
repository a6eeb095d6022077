import { Amount } from "#components/ui/amount.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** What goes back to the customer is what the clerk counts now: the loudest figure. */
export function CashChange({
  attempt: { amountCents = 0, currency: code },
  cash: { receivedCents, changeCents },
}: {
  attempt: Attempt;
  cash: NonNullable<Attempt["cash"]>;
}) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-28 font-semibold">{t("Change")}</span>{" "}
        <Amount cents={changeCents} code={code} size="xl" />
      </p>
      <p className="text-16 text-muted">
        {t("{money} received in cash for {money2}", {
          money: formatMoney(receivedCents, { code }),
          money2: formatMoney(amountCents, { code }),
        })}
      </p>
    </div>
  );
}
