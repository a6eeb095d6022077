"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { may } from "#lib/permissions.ts";

const SaveCardDialog = dialogOnDemand(() =>
  import("./save-card-dialog.tsx").then((module) => module.SaveCardDialog),
);

/** Offers to have the gateway keep the card of a payment. */
export function SaveCardTile({ payer, transactionKey }: { payer: string; transactionKey: string }) {
  const { role } = useMerchant();
  const [open, setOpen] = useState(false);
  const isAllowed = may(role, "saveCard");
  return (
    <>
      <ActionTile
        icon="token"
        title="Save card"
        aria-label="Save card"
        strong
        className="items-start!"
        disabled={!isAllowed}
        effect={
          isAllowed
            ? "The gateway keeps the card as a token. No money moves."
            : "For a clerk, a manager or an admin only."
        }
        onClick={() => setOpen(true)}
      />
      {open && (
        <SaveCardDialog payer={payer} transactionKey={transactionKey} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
