"use client";

import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { Amount } from "#components/ui/amount.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { type ChargeValues, chargeCents } from "#lib/charge/fields/values.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { isRoutingNumber, maxCardLength } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { ChargeFields } from "./charge-fields.tsx";

/** A card as it lies on the counter, with the address for the issuer's check. */
export function CardFields({ autoFocus }: { autoFocus: boolean }) {
  useCheckWhenFull();
  return <ChargeFields group="card" autoFocus={autoFocus} />;
}

/** A number or a date with all its digits is looked at without waiting until its field is left. */
function useCheckWhenFull() {
  const { control, trigger } = useChargeForm();
  const [number, expiration] = useWatch({ control, name: ["card.number", "card.expiration"] });
  const numberIsFull = number.length > 0 && number.length >= maxCardLength(number);
  const sixteen = number.length === 16;
  useEffect(() => {
    if (numberIsFull || sixteen) void trigger("card.number");
  }, [numberIsFull, sixteen, trigger]);
  useEffect(() => {
    // "12 / 20" may be the beginning of 2049.
    if (expiration.length === 4 && !expiration.endsWith("20")) void trigger("card.expiration");
  }, [expiration, trigger]);
}

/** A bank account to draw from, as it is printed on a check. */
export function CheckFields({ autoFocus }: { autoFocus: boolean }) {
  const { control } = useChargeForm();
  const routing = useWatch({ control, name: "check.routing" });
  const help = isRoutingNumber(routing) ? t("Check digit is right") : t("Nine digits");
  return (
    <ChargeFields group="check" autoFocus={autoFocus} more={{ routing: { help } }}>
      <p className="col-span-12 text-13 text-muted">
        {t("A check can come back unpaid. By phone, the customer must agree on a recorded line.")}
      </p>
    </ChargeFields>
  );
}

/** Cash over the counter: what was handed over, and what goes back. */
export function CashFields({ autoFocus }: { autoFocus: boolean }) {
  const change = useChange();
  return (
    <ChargeFields group="cash" autoFocus={autoFocus}>
      <p className="col-span-12 grid gap-1 sm:col-span-6" aria-live="polite">
        <span className="text-13 text-muted">{t("Change to give back")}</span>
        <span className="flex h-12 items-center">
          {change === undefined ? <span className="text-faint">–</span> : <Amount cents={change} size="m" />}
        </span>
      </p>
      <QuickCashButtons />
      <p className="col-span-12 text-13 text-muted">{t("Used only to work out the change.")}</p>
      <DrawerHint />
    </ChargeFields>
  );
}

const QuickCashButtons = onDemand<object>(() =>
  import("./quick-cash-buttons.tsx").then((module) => module.QuickCashButtons),
);

const DrawerHint = onDemand<object>(() =>
  import("#components/payment-result/drawer-hint.tsx").then((module) => module.DrawerHint),
);

/** In cents; undefined while there is nothing to give back. */
export function useChange(): number | undefined {
  const { control } = useChargeForm();
  const values = useWatch({ control }) as ChargeValues; // every value has its default
  const due = chargeCents(values);
  const given = typedCents(values.cash.received);
  return due !== null && given !== null && given >= due ? given - due : undefined;
}

/** A card that the gateway keeps, by its token. */
export function TokenFields({ autoFocus }: { autoFocus: boolean }) {
  return <ChargeFields group="token" autoFocus={autoFocus} more={{ token: { help: <TokenHelp /> } }} />;
}

const TokenHelp = onDemand<object>(
  () => import("./token-help.tsx").then((module) => module.TokenHelp),
  <span className="text-13">{"\u00a0"}</span>,
);
