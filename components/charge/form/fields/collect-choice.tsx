"use client";

import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { Menu, MenuChoice } from "#components/ui/overlay/menu.tsx";
import { paymentCommands } from "#lib/gateway/commands/payment-commands.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { type OpenBatch, useOpenBatch } from "../use-open-batch.ts";

const choices = [
  { value: "now", label: "Charge now", note: "Collected when the batch closes" },
  {
    value: "later",
    label: "Authorize only",
    note: "Holds the amount until you capture it",
  },
] as const;

/** When a card's money is collected, and in words what becomes of this payment's money. */
export function CollectChoice() {
  const { control, setValue } = useChargeForm();
  const [tender, capture] = useWatch({ control, name: ["tender", "capture"] });
  const { batch } = useOpenBatch();
  const chosen = choices.find(({ value }) => value === capture)?.label;
  return (
    <div className="flex items-center gap-3 text-13 text-muted">
      {(tender === "card" || tender === "token") && (
        <Menu
          trigger={
            <Button size="s" iconEnd="down" aria-label={`How to collect: ${chosen}`}>
              {chosen}
            </Button>
          }
        >
          <MenuChoice
            label="How to collect"
            options={choices}
            value={capture}
            onChange={(next) => setValue("capture", next)}
          />
        </Menu>
      )}
      <span className="flex min-h-8 items-center max-sm:min-h-10">{effect(tender, capture, batch)}</span>
    </div>
  );
}

function effect(tender: Tender, capture: "now" | "later", batch: OpenBatch | undefined): string {
  if (tender === "check") return paymentCommands["check:sale"].effect;
  if (tender === "cash") return paymentCommands["cash:sale"].effect;
  if (capture === "later") return paymentCommands.authonly.effect;
  return batch?.closes
    ? `Collected when ${batch.name} closes, ${batch.closes}.`
    : "Collected when the open batch closes.";
}
