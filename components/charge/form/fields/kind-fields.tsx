"use client";

import type { ComponentType } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "#components/layout/navigation/link.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { type ChargeKind, kindIn, kindRow } from "#lib/charge/kinds.ts";
import { commandRow } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { ChargeFields } from "./charge-fields.tsx";

/** What a payment needs beyond amount and tender when it is no plain one. */
export function KindFields() {
  const { control } = useChargeForm();
  const [tender, chosen] = useWatch({ control, name: ["tender", "kind"] });
  const Fields = byKind[kindIn({ kind: chosen, tender })];
  return Fields ? <Fields /> : null;
}

function VoiceFields() {
  return (
    <div className="grid gap-3">
      <ChargeFields group="voice" />
      <p className="text-13 text-muted">
        {t("The issuer is not asked again: the code is sent with the payment.")}
      </p>
    </div>
  );
}

/** A refund is the better way where there is a sale: the gateway limits it, and the books tie the two. */
function CreditFields() {
  const { control } = useChargeForm();
  const tender = useWatch({ control, name: "tender" });
  const command = kindRow("credit").commands[tender];
  return (
    <div className="grid gap-3">
      <Note tone="warning">
        <b>{t("Not tied to a sale.")}</b> {command && commandRow(command).effect}{" "}
        {tx("To refund a payment, open it under {link}.", {
          link: <Link href={paths.transactions()}>{t("Transactions")}</Link>,
        })}
      </Note>
      <ChargeFields group="credit" />
    </div>
  );
}

const byKind: Partial<Record<ChargeKind, ComponentType>> = { voice: VoiceFields, credit: CreditFields };
