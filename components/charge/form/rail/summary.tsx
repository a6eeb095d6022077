"use client";

import { useWatch } from "react-hook-form";
import { Amount } from "#components/ui/amount.tsx";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import {
  breakdownParts,
  type ChargeValues,
  chargeCents,
  currencyIn,
  isSplit,
  wholeCents,
} from "#lib/charge/fields/values.ts";
import { chargeFields } from "#lib/charge/fields.ts";
import { hasAmount } from "#lib/charge/kinds.ts";
import { amountFormat, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useAfterHydration, useChargeForm } from "../use-charge-form.ts";
import { useSavedCard } from "../use-saved-card.ts";
import { chargeChecklist } from "./charge-checklist.ts";
import { SimilarTick } from "./similar-tick.tsx";

const OrderTicks = onDemand<{ values: ChargeValues }>(() =>
  import("./order-ticks.tsx").then((module) => module.OrderTicks),
);

/** What is about to be charged, and what has been looked at. */
export function Summary({ currentMonth, sent }: { currentMonth: string; sent: boolean }) {
  const { control } = useChargeForm();
  const values = useAfterHydration(useWatch({ control }) as ChargeValues); // every value has its default
  const saved = useSavedCard(values.tender === "token" ? values.token.token : "");
  const cents = hasAmount(values) ? wholeCents(values) : null;
  const part = isSplit(values) ? chargeCents(values) : null;
  const ticks = chargeChecklist(values, saved, currentMonth);
  const code = currencyIn(values);
  const centsOf = (part: (typeof breakdownParts)[number]) =>
    typedCents(values.breakdown[part], amountFormat(code)) ?? 0;
  const parts = values.itemized ? breakdownParts.filter(centsOf) : [];
  const name = { card: values.card.name, check: values.check.name, cash: "", token: "" }[values.tender];
  return (
    <PanelSection>
      <SectionTitle end={name && <span className="block max-w-44 truncate">{withoutNumbers(name)}</span>}>
        {t("Summary")}
      </SectionTitle>
      <SumList className="text-13">
        {parts.map((part) => (
          <SumLine key={part} label={chargeFields.breakdown[part].label}>
            {formatMoney((part === "discount" ? -1 : 1) * centsOf(part), { currency: false, code })}
          </SumLine>
        ))}
        <SumLine label={t("Total")} total>
          {cents ? (
            <Amount cents={cents} code={code} size="s" />
          ) : (
            <span className="text-20 text-faint">–</span>
          )}
        </SumLine>
        {part !== null && cents !== null && part < cents && (
          <>
            <SumLine label={t("This payment")}>{formatMoney(part, { code })}</SumLine>
            <SumLine label={t("Left to pay")}>{formatMoney(cents - part, { code })}</SumLine>
          </>
        )}
      </SumList>
      {/* Room for three lines, so that nothing below moves as they come. */}
      <div className="mt-4 min-h-18" hidden={sent}>
        <Checklist>
          {ticks.map(({ done, text }) => (
            <ChecklistItem key={text} tone={done ? "approved" : "neutral"} icon={done ? "tick" : "pending"}>
              {text}
            </ChecklistItem>
          ))}
          {values.items.length > 0 && <OrderTicks values={values} />}
          <SimilarTick values={values} />
        </Checklist>
      </div>
    </PanelSection>
  );
}

const mask = "[number]";
/** As long as the shortest card number, of any brand, whether or not its check digit is right. */
const longRun = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){11,}/gu;

/** A name as it may be repeated on the screen: a card number typed into its field by mistake is not. */
export const withoutNumbers = (name: string): string => maskCardNumbers(name, mask).replace(longRun, mask);
