"use client";

import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { UntilReady } from "#components/ui/until-ready.tsx";
import { accountLabel } from "#lib/card-data/bank-numbers.ts";
import { hasAmount, kindIn, kindRow } from "#lib/charge/kinds.ts";
import { type ChargeValues, chargeCents, currencyIn, inUse } from "#lib/charge/values.ts";
import { formatMoney } from "#lib/format/money.ts";
import { cardBrand } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { useAfterHydration, useChargeForm } from "../use-charge-form.ts";
import { useOpenBatch } from "../use-open-batch.ts";
import { useSavedCard } from "../use-saved-card.ts";
import { useChange } from "./tender-fields.tsx";

/** The one button that moves money, beside where the money goes. */
export function SubmitBar({ onClear }: { onClear: () => void }) {
  const { control } = useChargeForm();
  const values = useAfterHydration(useWatch({ control }) as ChargeValues); // every value has its default
  const cents = chargeCents(values);
  const label = kindRow(kindIn(values)).verb;
  const isShown = cents !== null && cents > 0 && hasAmount(values);
  const where = useWhere(inUse(values));
  return (
    <div className="sticky bottom-0 z-10 flex items-center gap-x-4 gap-y-2 rounded-b-[7px] border-t border-line bg-sunken px-4 py-3 max-sm:flex-wrap sm:px-6">
      <p className="min-w-0 flex-1 text-13 text-muted max-sm:basis-full max-sm:truncate">
        {values.ignoreDuplicate && (
          <span className="block wrap-anywhere text-warning">
            {t("Charged even if it looks like a duplicate: {duplicateReason}", {
              duplicateReason: values.duplicateReason,
            })}
          </span>
        )}
        {where}
        <span className="block text-faint max-sm:hidden">{t("Recorded here before it is sent.")}</span>
      </p>
      <UntilReady>
        <Button variant="quiet" onClick={onClear} className="max-sm:order-last">
          {t("Clear")}
        </Button>
        <Button type="submit" variant="primary" size="l" kbd="Ctrl Enter" className="max-sm:flex-1">
          {isShown ? `${label} ${formatMoney(cents, { code: currencyIn(values) })}` : label}
        </Button>
      </UntilReady>
    </div>
  );
}

/** What is paid with and where it goes, as far as it is typed. */
function useWhere({ tender, kind, card, check, token }: ChargeValues): string {
  const { batch } = useOpenBatch();
  const saved = useSavedCard(tender === "token" ? token.token : "");
  const change = useChange();
  const goesTo = batch && !kindRow(kindIn({ kind, tender })).leavesBatch ? batch.name : undefined;
  const from = (payer: string) => (goesTo ? t("{payer} to {batch}.", { payer, batch: goesTo }) : `${payer}.`);
  switch (tender) {
    case "card":
      if (card.number.length < 12) return t("No card yet.");
      return from(
        t("{brand} ending {last}", {
          brand: cardBrand(card.number) ?? t("Card"),
          last: card.number.slice(-4),
        }),
      );
    case "token":
      if (token.paymentKey) return from(t("One-time payment key"));
      return saved.kind === "found" ? from(saved.payer) : t("No token yet.");
    case "check":
      if (check.account.length < 4) return t("No account yet.");
      return `${accountLabel(check.accountType === "savings" ? t("Savings ~account") : t("Checking ~account"), check.account)}.`;
    case "cash":
      return change === undefined
        ? t("Cash.")
        : t("Change to give back: {money}", { money: formatMoney(change) });
  }
}
