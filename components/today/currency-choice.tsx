"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { currencyOf, ownCurrency } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";

const CurrencyContext = createContext<{ chosen: string; choose: (code: string) => void }>({
  chosen: ownCurrency,
  choose: () => {},
});

/** Holds the currency that the figures of Today are shown in: the merchant's own at first. */
export function CurrencyProvider({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState(ownCurrency);
  return <CurrencyContext value={{ chosen, choose }}>{children}</CurrencyContext>;
}

/** Whether something in this currency is shown now. */
export function useCurrency() {
  const { chosen } = use(CurrencyContext);
  return { chosen, isShown: (code: string | undefined) => currencyOf(code).code === chosen };
}

/** Which currency to show. Renders nothing where there is only one. */
export function CurrencyChoice({ currencies }: { currencies: readonly (string | undefined)[] }) {
  const { chosen, choose } = use(CurrencyContext);
  const codes = [...new Set(currencies.map((code) => currencyOf(code).code))];
  if (codes.length < 2) return null;
  return (
    <Segmented
      label={t("Currency")}
      options={codes.map((code) => ({ value: code, label: code }))}
      value={chosen}
      onChange={choose}
    />
  );
}
