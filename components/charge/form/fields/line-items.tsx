"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import { useField } from "#components/form/use-field.ts";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { type ChargeValues, chargeCents, currencyIn, wholeCents } from "#lib/charge/fields/values.ts";
import { commandIn } from "#lib/charge/kinds.ts";
import { missingForLevelThree } from "#lib/charge/line-items/level-three.ts";
import { itemsDifference, itemsDueCents, lineItemSums } from "#lib/charge/line-items/line-item-sums.ts";
import {
  emptyLineItem,
  isBlankItem,
  type LineItemValues,
  maxLineItems,
  wholeItems,
} from "#lib/charge/line-items/line-items.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { anywayLabel } from "../../anyway-label.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { LineItemRow } from "./line-item-row.tsx";

const PasteItemsDialog = dialogOnDemand(() =>
  import("./paste-items-dialog.tsx").then((module) => module.PasteItemsDialog),
);

/** What is sold, item by item, and whether it adds up to the amount. */
export function LineItems() {
  const { control, getValues, setValue, clearErrors } = useChargeForm();
  const items = wholeItems(useWatch({ control, name: "items" }));
  const [pasting, setPasting] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const full = items.length >= maxLineItems;

  const replace = (next: LineItemValues[]) => flushSync(() => setValue("items", next));
  function addOne() {
    replace([...wholeItems(getValues("items")), emptyLineItem()]);
    focusItem(items.length);
  }
  /** An item that makes up for what the amount is more: its name is still to be typed. */
  function addFor(cents: number) {
    const code = currencyIn(getValues());
    const known = wholeItems(getValues("items")).filter((item) => !isBlankItem(item));
    replace([...known, { ...emptyLineItem(), cost: amountText(cents, code) }]);
    frame.current
      ?.querySelectorAll("fieldset")
      [known.length]?.querySelectorAll<HTMLElement>("input")[1]
      ?.focus();
  }
  function addPasted(pasted: readonly LineItemValues[]) {
    replace([...wholeItems(getValues("items")).filter((item) => !isBlankItem(item)), ...pasted]);
  }
  function remove(place: number) {
    clearErrors("items");
    replace(wholeItems(getValues("items")).toSpliced(place, 1));
    focusItem(Math.max(0, place - 1));
  }
  const focusItem = (place: number) =>
    frame.current?.querySelectorAll("fieldset")[place]?.querySelector<HTMLElement>("input")?.focus();

  return (
    <div ref={frame} className="grid gap-4">
      {items.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what an item shows follows from its place in the form
        <LineItemRow key={place} place={place} onRemove={() => remove(place)} />
      ))}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-wrap gap-2">
          <Button size="s" icon="plus" disabled={full} onClick={addOne}>
            {t("Add item")}
          </Button>
          <Button size="s" icon="copy" disabled={full} onClick={() => setPasting(true)}>
            {t("Paste from spreadsheet")}
          </Button>
        </div>
        <ItemSums onAddItem={addFor} />
      </div>
      {pasting && (
        <PasteItemsDialog
          most={maxLineItems - items.length}
          onAdd={addPasted}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  );
}

/** What the items come to beside the amount, and the way to make them agree. */
function ItemSums({ onAddItem }: { onAddItem: (cents: number) => void }) {
  const { control, setValue, getValues, setFocus } = useChargeForm();
  const all = useWatch({ control }) as ChargeValues; // every value has its default
  const values = { ...all, items: wholeItems(all.items) };
  const { itemized } = values;
  const code = currencyIn(values);
  const money = (cents: number) => formatMoney(cents, { code });
  const sums = lineItemSums(values.items, code);
  const due = itemsDueCents(values);
  const charged = wholeCents(values);
  const difference = itemsDifference(values);
  const missing = missingForLevelThree(values);
  if (sums?.count === 0) return null;
  if (!sums)
    return (
      <StatusLabel tone="neutral" icon="pending">
        {t("An item is not complete yet")}
      </StatusLabel>
    );

  function match() {
    if (!sums || due === null) return;
    const parts = { ...getValues("breakdown"), subtotal: amountText(sums.cents, code) };
    if (!itemized) setValue("amount", amountText(due, code), { shouldValidate: true });
    else setValue("breakdown", { ...parts, ...(sums.taxCents && { tax: amountText(sums.taxCents, code) }) });
    // The button goes away.
    setFocus(itemized ? "breakdown.subtotal" : "amount");
  }
  return (
    <div className="ml-auto grid w-full max-w-80 gap-2 text-13">
      <SumList>
        <SumLine label={countOf(sums.count, "item")}>{money(sums.cents)}</SumLine>
        {sums.taxCents > 0 && <SumLine label={t("Tax")}>{money(sums.taxCents)}</SumLine>}
        {due !== null && due !== sums.cents && (
          <SumLine label={itemized ? t("With the breakdown") : t("Items with tax")}>{money(due)}</SumLine>
        )}
      </SumList>
      <div aria-live="polite" className="flex flex-wrap items-center justify-between gap-2">
        {due !== null && charged === due && (
          <StatusLabel tone="approved" icon="approved" wraps>
            {t("They add up to the amount")}
          </StatusLabel>
        )}
        {due !== null && charged === null && (
          <StatusLabel tone="warning" icon="warning" wraps>
            {t("No amount yet")}
          </StatusLabel>
        )}
        {difference !== 0 && (
          <StatusLabel tone="declined" icon="declined" wraps>
            {difference > 0
              ? t("The amount is {money} more than the items", { money: money(difference) })
              : t("The amount is {money} less than the items", { money: money(-difference) })}
          </StatusLabel>
        )}
        {due !== null && due > 0 && charged !== due && values.completes === null && (
          <TextButton onClick={match}>{t("Set the amount to {money}", { money: money(due) })}</TextButton>
        )}
        {difference > 0 && (
          <TextButton onClick={() => onAddItem(difference)}>
            {t("Add an item for {money}", { money: money(difference) })}
          </TextButton>
        )}
      </div>
      {difference !== 0 && charged !== null && (
        <ConfirmDifference
          difference={difference}
          label={anywayLabel(commandIn(values) ?? "sale", money(chargeCents(values) ?? charged))}
        />
      )}
      {missing.length > 0 && (
        <p className="text-muted">
          {t("For level 3 rates add: {missing}. You can charge without.", { missing: missing.join(", ") })}
        </p>
      )}
    </div>
  );
}

/** A payment that its items don't explain is sent only once somebody has confirmed just this difference. */
function ConfirmDifference({ difference, label }: { difference: number; label: string }) {
  const { control } = useChargeForm();
  const { value, setValue, onBlur, ref, error } = useField<ChargeValues, ChargeValues, number | null>({
    control,
    name: "confirmedDifference",
    read: ({ checked }) => (checked ? difference : null),
  });
  return (
    <Checkbox
      ref={ref}
      label={label}
      error={value === difference ? undefined : error}
      checked={value === difference}
      onChange={(event) => setValue(event.target.checked ? difference : null)}
      onBlur={onBlur}
    />
  );
}
