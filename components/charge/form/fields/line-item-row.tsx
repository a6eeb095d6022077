"use client";

import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { currencyIn } from "#lib/charge/fields/values.ts";
import { itemCents } from "#lib/charge/line-items/line-item-sums.ts";
import { fieldOf, type LineItemKey, lineItemKeys } from "#lib/charge/line-items/line-items.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { phoneWidths, widths } from "./field-widths.ts";

/** One line item with its total. What few items need is shown once it is asked for, filled or refused. */
export function LineItemRow({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { control } = useChargeForm();
  const [item, tender, more] = useWatch({ control, name: [`items.${place}`, "tender", "more"] });
  const { errors } = useFormState({ control });
  const [asked, setAsked] = useState(false);
  if (!item) return null;
  const currency = currencyIn({ tender, more });
  const cents = itemCents(item, currency);
  const refused = errors.items?.[place];
  const isNeeded = (key: LineItemKey) => fieldOf(key).extra && (item[key] !== "" || refused?.[key]);
  const isWhole = asked || lineItemKeys.some(isNeeded);
  const shown = lineItemKeys.filter((key) => isWhole || !fieldOf(key).extra);
  return (
    <fieldset
      className="grid gap-2 border-b border-line pb-3"
      aria-label={t("Item {number}", { number: place + 1 })}
    >
      <div className="grid grid-cols-12 items-start gap-x-2 gap-y-3">
        {shown.map((key) => {
          const { label, control: kind, width, phoneWidth } = fieldOf(key);
          const name = `items.${place}.${key}` as const;
          const common = { control, name, label, className: cx(phoneWidths[phoneWidth], widths[width]) };
          if (kind === "amount") return <AmountField key={key} {...common} currency={currency} />;
          return (
            <TextField
              key={key}
              {...common}
              {...(kind === "quantity" && { inputMode: "decimal" as const })}
            />
          );
        })}
      </div>
      <div className="flex items-center justify-between gap-3 text-13">
        {isWhole ? (
          <span />
        ) : (
          <TextButton onClick={() => setAsked(true)}>{t("More about this item")}</TextButton>
        )}
        <span className="flex items-center gap-3">
          <b>{cents === undefined ? "" : formatMoney(cents, { code: currency })}</b>
          <Button
            size="s"
            variant="quiet"
            icon="close"
            aria-label={t("Remove item {number}", { number: place + 1 })}
            onClick={onRemove}
          />
        </span>
      </div>
    </fieldset>
  );
}
