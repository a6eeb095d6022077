"use client";

import { accountLabel } from "#lib/card-data/bank-numbers.ts";
import { type ChargeValues, inUse } from "#lib/charge/fields/values.ts";
import { kindIn, kindRow } from "#lib/charge/kinds.ts";
import { formatMoney } from "#lib/format/money.ts";
import { cardBrand } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { useOpenBatch } from "../use-open-batch.ts";
import { useSavedCard } from "../use-saved-card.ts";
import { useChange } from "./tender-fields.tsx";

/** What is paid with and where it goes, as far as it is typed. */
export function PaymentDestination({ values }: { values: ChargeValues }) {
  const { tender, kind, card, check, token } = inUse(values);
  const { batch } = useOpenBatch();
  const saved = useSavedCard(tender === "token" ? token.token : "");
  const change = useChange();
  const goesTo = batch && !kindRow(kindIn({ kind, tender })).leavesBatch ? batch.name : undefined;
  const from = (paymentMethod: string) =>
    goesTo ? t("{payer} to {batch}.", { payer: paymentMethod, batch: goesTo }) : `${paymentMethod}.`;
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
      return saved.kind === "found" ? from(saved.paymentMethod) : t("No token yet.");
    case "check":
      if (check.account.length < 4) return t("No account yet.");
      return `${accountLabel(check.accountType === "savings" ? t("Savings ~account") : t("Checking ~account"), check.account)}.`;
    case "cash":
      return change === undefined
        ? t("Cash.")
        : t("Change to give back: {money}", { money: formatMoney(change) });
  }
}
