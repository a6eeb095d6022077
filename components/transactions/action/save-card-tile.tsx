"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { t } from "#lib/language/t.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";

const SaveCardDialog = dialogOnDemand(() =>
  import("./save-card-dialog.tsx").then((module) => module.SaveCardDialog),
);

/** Offers to have the gateway keep the card of a payment. */
export function SaveCardTile({
  paymentMethod,
  transactionKey,
  onSent,
}: {
  paymentMethod: string;
  transactionKey: string;
  onSent: () => void;
}) {
  const { role } = useMerchant();
  const [open, setOpen] = useState(false);
  const isAllowed = may(role, "saveCard");
  return (
    <>
      <ActionTile
        icon="token"
        title={t("Save card")}
        aria-label={t("Save card")}
        strong
        className="items-start!"
        disabled={!isAllowed}
        effect={
          isAllowed
            ? t("The gateway keeps the card as a token. No money moves.")
            : t("For {who} only.", { who: holdersOf("saveCard") })
        }
        onClick={() => setOpen(true)}
      />
      {open && (
        <SaveCardDialog
          paymentMethod={paymentMethod}
          transactionKey={transactionKey}
          onSent={onSent}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
