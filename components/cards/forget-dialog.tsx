"use client";

import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { Note } from "#components/ui/status/note.tsx";
import type { SavedCard } from "#lib/cards/saved-card.ts";
import { cardEnding } from "#lib/format/cards.ts";
import { cardsKey } from "#lib/queries/cards.ts";
import { forgetSavedCard } from "#server/actions/cards.ts";

/** Takes a card off the list, after saying what that does not do. */
export function ForgetDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { act, pending, problem } = useAct({
    changes: cardsKey,
    unanswered: "No answer came. The card may be off the list.",
  });
  const name = cardEnding(card.brand, card.lastFour ?? "");
  const forget = async () => {
    if (!(await act(() => forgetSavedCard({ token: card.token })))) return;
    toastDone(`${name} forgotten here`, "The gateway still keeps it.");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Forget ${name}?`}
      description="It is forgotten only here: this list and its names. The gateway keeps the card, and anyone who has the token can still charge it. Looking the token up lists it again."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={pending} onClick={() => void forget()}>
            Forget card
          </Button>
        </>
      }
    >
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}
