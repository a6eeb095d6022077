"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { State } from "#components/ui/status/state.tsx";
import { itemsDueCents, lineItemSums } from "#lib/charge/line-item-sums.ts";
import {
  emptyLineItem,
  isBlankItem,
  type LineItemValues,
  mostLineItems,
  wholeItems,
} from "#lib/charge/line-items.ts";
import { chargeCents, currencyIn } from "#lib/charge/values.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
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
  const full = items.length >= mostLineItems;

  const replace = (next: LineItemValues[]) => flushSync(() => setValue("items", next));
  function addOne() {
    replace([...wholeItems(getValues("items")), emptyLineItem()]);
    focusItem(items.length);
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
            Add item
          </Button>
          <Button size="s" icon="copy" disabled={full} onClick={() => setPasting(true)}>
            Paste from spreadsheet
          </Button>
        </div>
        <ItemSums />
      </div>
      {pasting && (
        <PasteItemsDialog
          most={mostLineItems - items.length}
          onAdd={addPasted}
          onClose={() => setPasting(false)}
        />
      )}
    </div>
  );
}

/** What the items come to beside the amount, and the way to make them agree. */
function ItemSums() {
  const { control, setValue, getValues } = useChargeForm();
  const [all, amount, itemised, breakdown, tender, more] = useWatch({
    control,
    name: ["items", "amount", "itemised", "breakdown", "tender", "more"],
  });
  const items = wholeItems(all);
  const values = { items, amount, itemised, breakdown, tender, more };
  const code = currencyIn(values);
  const money = (cents: number) => formatMoney(cents, { code });
  const sums = lineItemSums(items, code);
  const due = itemsDueCents(values);
  const charged = chargeCents(values);
  if (sums?.count === 0) return null;
  if (!sums)
    return (
      <State tone="neutral" icon="pending">
        An item is not complete yet
      </State>
    );

  function match() {
    if (!sums || due === null) return;
    const parts = { ...getValues("breakdown"), subtotal: amountText(sums.cents, code) };
    if (!itemised) setValue("amount", amountText(due, code), { shouldValidate: true });
    else setValue("breakdown", { ...parts, ...(sums.taxCents && { tax: amountText(sums.taxCents, code) }) });
  }
  return (
    <div className="ml-auto grid w-full max-w-80 gap-2 text-13">
      <SumList>
        <SumLine label={sums.count === 1 ? "1 item" : `${sums.count} items`}>{money(sums.cents)}</SumLine>
        {sums.taxCents > 0 && <SumLine label="Tax">{money(sums.taxCents)}</SumLine>}
        {due !== null && due !== sums.cents && (
          <SumLine label={itemised ? "With the breakdown" : "Items with tax"}>{money(due)}</SumLine>
        )}
      </SumList>
      <div aria-live="polite" className="flex flex-wrap items-center justify-between gap-2">
        {due !== null && charged === due && (
          <State tone="approved" icon="approved" wraps>
            They add up to the amount
          </State>
        )}
        {due !== null && charged !== due && (
          <>
            <State tone="warning" icon="warning" wraps>
              {charged === null
                ? "No amount yet"
                : `The amount is ${money(Math.abs(charged - due))} ${charged > due ? "more" : "less"} than the items`}
            </State>
            {due > 0 && <TextButton onClick={match}>{`Set the amount to ${money(due)}`}</TextButton>}
          </>
        )}
      </div>
    </div>
  );
}
