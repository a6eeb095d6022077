"use client";

import { useWatch } from "react-hook-form";
import { SecurityCodeField } from "#components/form/security-code-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { State } from "#components/ui/state.tsx";
import { useChargeForm } from "./use-charge-form.ts";
import { type SavedCard, useSavedCard } from "./use-saved-card.ts";

/** A card that the gateway keeps, by its token. */
export function TokenFields({ autoFocus }: { autoFocus: boolean }) {
  const { control } = useChargeForm();
  const saved = useSavedCard(useWatch({ control, name: "token.token" }));
  return (
    <div className="grid grid-cols-12 items-start gap-x-3 gap-y-4">
      <TextField
        control={control}
        name="token.token"
        label="Token"
        required
        autoFocus={autoFocus}
        spellCheck={false}
        maxLength={24}
        help={<Found saved={saved} />}
        className="col-span-12 sm:col-span-8"
      />
      <SecurityCodeField
        control={control}
        name="token.cvc"
        label="Security code"
        className="col-span-12 sm:col-span-4"
      />
    </div>
  );
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
