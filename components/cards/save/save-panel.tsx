"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { t, translated } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { SaveFromPayments } from "./save-from-payments.tsx";

const SaveNumbers = onDemand(() => import("./save-numbers.tsx").then((module) => module.SaveNumbers));

const ways = translated(["label"], [
  { value: "payments", label: "From payments" },
  { value: "numbers", label: "Card numbers" },
] as const);

/** Saves cards at the gateway: those of earlier payments, or new ones by their numbers. */
export function SavePanel() {
  const { role } = useMerchant();
  const [way, setWay] = useState<(typeof ways)[number]["value"]>("payments");
  usePreload(SaveNumbers);
  if (!may(role, "saveCard")) return null;
  return (
    <Panel aria-label={t("Save cards")}>
      <PanelHead title={t("Save cards")} />
      <PanelSection className="grid gap-4">
        <Segmented label={t("What to save")} options={ways} value={way} onChange={setWay} full />
        {way === "payments" ? <SaveFromPayments /> : <SaveNumbers />}
      </PanelSection>
    </Panel>
  );
}
