"use client";

import { useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { currencyIn } from "#lib/charge/fields/values.ts";
import { fieldOf, type LineItemValues } from "#lib/charge/line-items/line-items.ts";
import { readPastedItems } from "#lib/charge/line-items/pasted-items.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
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
  const tooMany = items.length > most ? t("You can add at most {most} more items.", { most }) : undefined;
  const problem = tooMany ?? problems[0];
  const isReady = items.length > 0 && problem === undefined;
  const add = () => {
    if (!isReady) return;
    onAdd(items);
    onClose();
  };
  useHotkeys([{ keys: "ctrl+enter", does: t("Add the items"), act: add }], {
    group: t("Paste from spreadsheet"),
    scope: "dialog",
  });
  const label = t("Add {items}", { items: countOf(items.length, "item") });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Paste from spreadsheet")}
      description={t(
        "The first row can have column names. Without them, the columns are: product key, name, quantity, unit price, tax.",
      )}
      size="l"
      footer={
        <>
          <Button kbd="Esc" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button variant="primary" kbd="Ctrl Enter" onClick={add} disabled={!isReady}>
            {items.length === 0 ? t("Add items") : label}
          </Button>
        </>
      }
    >
      <Field
        label={t("Copied rows")}
        error={problem}
        help={
          columns.length > 0
            ? t("Read as {columns}.", {
                columns: columns
                  .map((key) => (key ? fieldOf(key).label.toLowerCase() : t("left out")))
                  .join(", "),
              })
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
