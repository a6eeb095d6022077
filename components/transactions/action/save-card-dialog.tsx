"use client";

import { useState } from "react";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { State } from "#components/ui/status/state.tsx";
import { type SavedCard, saveCardOfTransaction } from "#server/actions/transactions.ts";

/** Asks before the gateway keeps the card of a payment, then shows its token. No money moves. */
export function SaveCardDialog({
  payer,
  transactionKey,
  onClose,
}: {
  /** The card in words: "Visa ending 2224". */
  payer: string;
  transactionKey: string;
  onClose: () => void;
}) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [card, setCard] = useState<SavedCard>();
  const save = async () => {
    if (pending || card) return;
    setPending(true);
    setProblem(undefined);
    const saved = await saveCardOfTransaction({ key: transactionKey }).catch(() => undefined);
    setPending(false);
    if (saved?.ok) setCard(saved.value);
    else
      setProblem(
        saved?.problem.message ?? "The console did not answer. Save the card again: it stays one card.",
      );
  };
  useHotkeys([{ keys: "ctrl+enter", does: "Save card", act: () => void save() }], {
    group: "This question",
    scope: "dialog",
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={card ? "Card saved" : `Save ${payer}?`}
      description={
        card
          ? "Charge it with this token: Charge, Saved card."
          : "The gateway keeps the card as a token for later payments. No money moves. Ask the customer first."
      }
    >
      {card ? (
        <>
          <State tone="approved" icon="approved">
            Saved at the gateway
          </State>
          <Facts columns={2} className="mt-4">
            <Fact label="Token" wide>
              <span className="font-mono">{card.token}</span>
            </Fact>
            <Fact label="Card">{[card.brand, card.number?.slice(-4)].filter(Boolean).join(" ending ")}</Fact>
          </Facts>
          <div className="mt-5 flex justify-end">
            <Button kbd="Esc" className="h-12!" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      ) : (
        <SubmitShell
          label="Save card"
          pending={pending}
          submitError={problem}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          footer={
            <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:flex-auto">
              <Button kbd="Esc" className="h-12!" disabled={pending} onClick={onClose}>
                Don't save
              </Button>
              <Button type="submit" variant="primary" size="l" kbd="Ctrl Enter" loading={pending}>
                Save card
              </Button>
            </div>
          }
        >
          {null}
        </SubmitShell>
      )}
    </Dialog>
  );
}
