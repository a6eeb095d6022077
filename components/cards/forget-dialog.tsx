"use client";

import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { Note } from "#components/ui/status/note.tsx";
import type { SavedCard } from "#lib/cards/saved-card.ts";
import { cardEnding } from "#lib/format/cards.ts";
import { t } from "#lib/language/t.ts";
import { cardsKey } from "#lib/queries/cards.ts";
import { forgetSavedCard } from "#server/actions/cards.ts";

/** Takes a card off the list, after saying what that does not do. */
export function ForgetDialog({
  card,
  onClose,
  onForgotten,
}: {
  card: SavedCard;
  onClose: () => void;
  /** Called beside `onClose`. */
  onForgotten: () => void;
}) {
  const { act, pending, problem } = useAct({
    changes: cardsKey,
    unanswered: t("No response from the server. The card may have been removed from the list."),
  });
  const name = cardEnding(card.brand, card.lastFour ?? "");
  const forget = async () => {
    if (!(await act(() => forgetSavedCard({ token: card.token })))) return;
    toastDone(t("{name} forgotten here", { name }), t("The gateway still keeps it."));
    onClose();
    onForgotten();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Forget {name}?", { name })}
      description={t(
        "It is forgotten only here: this list and its names. The gateway keeps the card, and anyone who has the token can still charge it. Looking the token up lists it again.",
      )}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" loading={pending} onClick={() => void forget()}>
            {t("Forget card")}
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
