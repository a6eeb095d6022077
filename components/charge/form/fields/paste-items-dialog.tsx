"use client";

import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { fieldOf, type LineItemValues } from "#lib/charge/line-items.ts";
import { readPastedItems } from "#lib/charge/pasted-items.ts";
import { currencyIn } from "#lib/charge/values.ts";
import { useChargeForm } from "../use-charge-form.ts";

/** Reads rows copied from a spreadsheet. Nothing is added before the person has seen what was read. */
export function PasteItemsDialog({
  most,
  onAdd,
  onClose,
}: {
  /** How many more the payment may have. */
  most: number;
  onAdd: (items: readonly LineItemValues[]) => void;
  onClose: () => void;
}) {
  const { getValues } = useChargeForm();
  const [text, setText] = useState("");
  const { columns, items, problems } = readPastedItems(text, currencyIn(getValues()));
  const tooMany = items.length > most ? `A payment can take ${most} more items at most.` : undefined;
  const problem = tooMany ?? problems[0];
  const add = () => {
    onAdd(items);
    onClose();
  };
  const label = items.length === 1 ? "Add 1 item" : `Add ${items.length} items`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Paste from spreadsheet"
      description="A first row with column names is understood. Without one: product key, name, quantity, unit price, tax."
      size="l"
      footer={
        <>
          <Button kbd="Esc" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={add} disabled={items.length === 0 || problem !== undefined}>
            {items.length === 0 ? "Add items" : label}
          </Button>
        </>
      }
    >
      <Field
        label="Copied rows"
        error={problem}
        help={
          columns.length > 0
            ? `Read as ${columns.map((key) => (key ? fieldOf(key).label.toLowerCase() : "left out")).join(", ")}.`
            : undefined
        }
      >
        {(props) => (
          <Textarea
            {...props}
            rows={8}
            spellCheck={false}
            className="font-mono text-13"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
