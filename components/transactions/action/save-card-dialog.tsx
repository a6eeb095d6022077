"use client";

import { useState } from "react";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import type { SaveResult } from "#lib/cards/saved-card.ts";
import { cardEnding } from "#lib/format/cards.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { savePaymentCard } from "#server/actions/cards.ts";

/** Asks before the gateway keeps the card of a payment, then shows its token. No money moves. */
export function SaveCardDialog({
  paymentMethod,
  transactionKey,
  onClose,
  onSent,
}: {
  /** The card in words: "Visa ending 2224". */
  paymentMethod: string;
  transactionKey: string;
  onClose: () => void;
  /** The payment's timeline has it from then on. */
  onSent: () => void;
}) {
  const { card, save, pending, problem } = useSaveCard(transactionKey, onSent);
  useHotkeys([{ keys: "ctrl+enter", does: t("Save card"), act: () => void save() }], {
    group: t("This question"),
    scope: "dialog",
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={
        card
          ? card.kind === "known"
            ? t("Card already saved")
            : t("Card saved")
          : t("Save {payer}?", { payer: paymentMethod })
      }
      description={
        card
          ? t("Charge it with this token: Charge, Saved card.")
          : t(
              "The gateway keeps the card as a token for later payments. No money moves. Ask the customer first.",
            )
      }
    >
      {card ? (
        <Saved card={card} onClose={onClose} />
      ) : (
        <SubmitShell
          label={t("Save card")}
          pending={pending}
          submitError={problem}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          footer={
            <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:flex-auto">
              <Button kbd="Esc" className="h-12!" disabled={pending} onClick={onClose}>
                {t("Don't save")}
              </Button>
              <Button type="submit" variant="primary" size="l" kbd="Ctrl Enter" loading={pending}>
                {t("Save card")}
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

type Card = Extract<SaveResult, { token: string }>;

function useSaveCard(transactionKey: string, onSent: () => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [card, setCard] = useState<Card>();
  const once = useOneAtATime();
  const save = () => once(saveOnce);
  const saveOnce = async () => {
    if (card) return;
    setPending(true);
    setProblem(undefined);
    const saved = await savePaymentCard({ key: transactionKey }).catch(() => undefined);
    setPending(false);
    onSent();
    if (!saved) setProblem(t("No response from the server. Save the card again: it is saved only once."));
    else if (!saved.ok) setProblem(saved.problem.message);
    else if ("token" in saved.value) setCard(saved.value);
    else
      setProblem(
        saved.value.kind === "failed"
          ? t("The card was not saved. {message}", { message: translate(saved.value.message) })
          : saved.value.message,
      );
  };
  return { card, save, pending, problem };
}

function Saved({ card, onClose }: { card: Card; onClose: () => void }) {
  return (
    <>
      <StatusLabel tone="approved" icon="approved">
        {t("Saved at the gateway")}
      </StatusLabel>
      <Facts columns={2} className="mt-4">
        <Fact label={t("Token")} wide>
          <span className="font-mono">{card.token}</span>
        </Fact>
        <Fact label={t("Card")}>{cardEnding(card.brand, card.lastFour ?? "")}</Fact>
      </Facts>
      <div className="mt-5 flex justify-end">
        <Button kbd="Esc" className="h-12!" onClick={onClose}>
          {t("Close")}
        </Button>
      </div>
    </>
  );
}
