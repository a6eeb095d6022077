"use client";

import { useState } from "react";
import { type UseFormReturn, useFormState } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { lineItemSums } from "#lib/charge/line-items/line-item-sums.ts";
import { maxLineItems } from "#lib/charge/line-items/line-items.ts";
import { readPastedItems } from "#lib/charge/line-items/pasted-items.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import type { Answers } from "./use-answers.ts";

/** New line items of a payment, as rows copied from a spreadsheet. `count`: how many it has. */
export function ItemsQuestion({
  form,
  count,
  currency,
}: {
  form: UseFormReturn<Answers>;
  count: number;
  currency: string | undefined;
}) {
  const [text, setText] = useState("");
  const { errors } = useFormState({ control: form.control, name: "items" });
  const { items, problems } = readPastedItems(text, currency);
  const tooMany =
    items.length > maxLineItems
      ? t("You can add at most {most} more items.", { most: maxLineItems })
      : undefined;
  const sums = problems.length === 0 && items.length > 0 ? lineItemSums(items, currency) : undefined;
  const read = (typed: string) => {
    setText(typed);
    const { items, problems } = readPastedItems(typed, currency);
    form.setValue("items", items);
    form.setValue("itemsProblem", problems[0] ?? "");
    form.clearErrors("items");
  };
  return (
    <div className="mt-4">
      <Field
        label={t("Line items")}
        error={tooMany ?? problems[0] ?? errors.items?.message}
        help={
          sums
            ? t("{items} for {money} with tax.", {
                items: countOf(sums.count, "item"),
                money: formatMoney(sums.cents + sums.taxCents, { code: currency }),
              })
            : count > 0
              ? t(
                  "Spreadsheet rows: product key, name, quantity, unit price, tax. They replace the payment's {items}.",
                  {
                    items: countOf(count, "item"),
                  },
                )
              : t("Spreadsheet rows: product key, name, quantity, unit price, tax.")
        }
      >
        {(props) => (
          <Textarea
            {...props}
            rows={3}
            spellCheck={false}
            className="font-mono text-13"
            value={text}
            onChange={(event) => read(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
