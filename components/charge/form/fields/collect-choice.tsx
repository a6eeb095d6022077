"use client";

import { useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Menu, MenuChoice } from "#components/ui/overlay/menu.tsx";
import { type ChargeKind, chargeKindNames, kindIn, kindRow } from "#lib/charge/kinds.ts";
import { commandRow, type Tender } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { mayWithin } from "#lib/payments/money-limits.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { type OpenBatch, useOpenBatch } from "../use-open-batch.ts";

/** What is asked for, and in words what becomes of this payment's money. */
export function CollectChoice() {
  const { role, limits } = useMerchant();
  const { control, setValue } = useChargeForm();
  const [tender, chosen] = useWatch({ control, name: ["tender", "kind"] });
  const { batch } = useOpenBatch();
  const kind = kindIn({ kind: chosen, tender });
  const offered = chargeKindNames.filter((name) => kindRow(name).commands[tender]);
  const options = offered.map((value) => {
    const { label, note, right } = kindRow(value);
    const disabled = right !== undefined && !mayWithin(role, right, limits);
    return { value, label, note: disabled ? t("For managers and admins") : note, disabled };
  });
  return (
    <div className="flex items-center gap-3 text-13 text-muted">
      <CollectMenu options={options} value={kind} onChange={(next) => setValue("kind", next)} />
      <span className="flex min-h-8 items-center max-sm:min-h-10">{effect(tender, kind, batch)}</span>
    </div>
  );
}

/** A credit has its own words, with a warning (kind-fields.tsx). */
function effect(tender: Tender, kind: ChargeKind, batch: OpenBatch | undefined): string {
  const command = kindRow(kind).commands[tender];
  if (!command || kind === "credit") return "";
  if (command !== "sale") return commandRow(command).effect;
  return batch?.closes
    ? t("Collected when {name} closes, {closes}.", { name: batch.name, closes: batch.closes })
    : t("Collected when its batch closes.");
}

type Option = { value: ChargeKind; label: string; note: string; disabled: boolean };

function CollectMenu({
  options,
  value,
  onChange,
}: {
  options: readonly Option[];
  value: ChargeKind;
  onChange: (value: ChargeKind) => void;
}) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <Menu
      trigger={
        <Button size="s" iconEnd="down" aria-label={t("How to collect: {chosen}", { chosen })}>
          {chosen}
        </Button>
      }
    >
      <MenuChoice label={t("How to collect")} options={options} value={value} onChange={onChange} />
    </Menu>
  );
}
