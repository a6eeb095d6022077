"use client";

import { useWatch } from "react-hook-form";
import { State } from "#components/ui/state.tsx";
import type { Role } from "#lib/permissions.ts";
import { ChargeFields } from "./charge-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";
import { type SavedCard, useSavedCard } from "./use-saved-card.ts";

/** A card that the gateway keeps, by its token. */
export function TokenFields({ autoFocus, role }: { autoFocus: boolean; role: Role }) {
  const { control } = useChargeForm();
  const saved = useSavedCard(useWatch({ control, name: "token.token" }));
  const help = <Found saved={saved} />;
  return <ChargeFields group="token" role={role} autoFocus={autoFocus} more={{ token: { help } }} />;
}

function Found({ saved }: { saved: SavedCard }) {
  return (
    <span aria-live="polite" className="text-13">
      {saved.kind === "incomplete" && "Four groups of four letters or digits"}
      {saved.kind === "looking" && "Looking the card up"}
      {saved.kind === "found" && (
        <State tone="approved" icon="approved">
          {saved.payer}
        </State>
      )}
      {saved.kind === "missing" && (
        <State tone="warning" icon="warning" wraps>
          {saved.message}
        </State>
      )}
      {saved.kind === "unread" && (
        <State tone="neutral" icon="info" wraps>
          {saved.message} It can be charged all the same.
        </State>
      )}
    </span>
  );
}
