"use client";

import { useId, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNow } from "#components/attempts/use-now.ts";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { formatClock } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { followUps, originalCents, toFollowUp } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { payerOf } from "#lib/transaction-words.ts";
import { act, newNonce } from "./act.ts";
import { AmountQuestion } from "./amount-question.tsx";
import { followUpWords } from "./follow-up-words.ts";
import type { Offer } from "./offers.ts";

/** The one question before money moves: what, how much, to whom, and what becomes of it. Mount it anew for each question. */
export function ActionDialog({
  offer,
  transaction,
  transactionKey,
  refundedCents,
  onClose,
  onRefused,
  onDone,
}: {
  offer: Offer;
  transaction: TransactionDetail;
  transactionKey: string;
  refundedCents: number;
  onClose: () => void;
  /** Nothing was done, most likely since the transaction has changed meanwhile. */
  onRefused: () => void;
  onDone: (attempt: Attempt) => void;
}) {
  const { command, label, effect } = offer;
  const asksAmount = followUps[command] !== "none";
  const sumId = useId();
  const question = useQuestion({ offer, transaction, transactionKey, refundedCents, onRefused, onDone });
  const { form, pending, problem, sentOnce, submit } = question;
  const amount = useWatch({ control: form.control, name: "amount" });
  const cents = asksAmount ? typedCents(amount) : originalCents(transaction);
  const sum = cents === null || cents === undefined ? "" : formatMoney(cents, { code: transaction.currency });
  useHotkeys([{ keys: "ctrl+enter", does: label, act: submit }], { group: "This question", scope: "dialog" });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={`${label}${sum && ` ${sum}`}?`}
      description={
        <>
          <span className="block text-ink wrap-anywhere">{payerLine(transaction)}</span>
          {effect}
        </>
      }
    >
      <SubmitShell
        label={label}
        pending={pending}
        submitError={problem}
        enterMovesOn
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        footer={
          <div className="mt-5 flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">
            {pending ? (
              <Waiting />
            ) : (
              <Button kbd="Esc" className="h-12!" onClick={onClose}>
                {followUpWords[command].keep}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              size="l"
              kbd="Ctrl Enter"
              loading={pending}
              aria-label={label}
              aria-describedby={sumId}
            >
              {label} <span id={sumId}>{sum}</span>
            </Button>
          </div>
        }
      >
        {asksAmount && (
          <AmountQuestion
            command={command}
            form={form}
            transaction={transaction}
            refundedCents={refundedCents}
            readOnly={sentOnce}
          />
        )}
      </SubmitShell>
    </Dialog>
  );
}

type Amount = { amount: string };

function useQuestion({
  offer: { command, label },
  transaction,
  transactionKey,
  refundedCents,
  onRefused,
  onDone,
}: Pick<
  Parameters<typeof ActionDialog>[0],
  "offer" | "transaction" | "transactionKey" | "refundedCents" | "onRefused" | "onDone"
>) {
  const [attempt] = useState(newNonce);
  const [pending, setPending] = useState(false);
  const [sentOnce, setSentOnce] = useState(false);
  const [problem, setProblem] = useState<string>();
  const underWay = useRef(false);
  const suggested = suggest(command, transaction, refundedCents);
  const form = useForm<Amount>({ defaultValues: { amount: suggested } });

  async function send({ amount }: Amount) {
    // Two presses in one moment come before the button is shut.
    if (underWay.current) return;
    const values = { attempt, key: transactionKey, command, amount };
    const checked = toFollowUp(values, transaction);
    if (!checked.ok) return form.setError("amount", { message: checked.message }, { shouldFocus: true });
    underWay.current = true;
    setPending(true);
    setProblem(undefined);
    const acted = await act(values);
    underWay.current = false;
    setPending(false);
    if (acted.kind === "attempt") return onDone(acted.attempt);
    if (acted.kind === "lost") {
      setSentOnce(true);
      setProblem(
        `The console did not answer. Press ${label} again: it is the same action, and it is done once at most.`,
      );
      return;
    }
    const { amount: aboutAmount } = acted.fields;
    if (aboutAmount) form.setError("amount", { message: aboutAmount }, { shouldFocus: true });
    else {
      setProblem(acted.message);
      onRefused();
    }
  }

  return { form, pending, problem, sentOnce, submit: () => void form.handleSubmit(send)() };
}

/** What stands in the amount field first: what is left to refund, the tip as it is, else the amount of the original. */
function suggest(command: Offer["command"], transaction: TransactionDetail, refunded: number): string {
  const total = originalCents(transaction);
  if (followUps[command] === "tip") return transaction.amount_detail?.tip ?? "";
  if (total === undefined) return "";
  return toDecimal(command === "refund" ? Math.max(0, total - refunded) : total);
}

function payerLine(transaction: TransactionDetail): string {
  return [payerOf(transaction), transaction.creditcard?.cardholder].filter(Boolean).join(", ");
}

function Waiting() {
  const [began] = useState(() => Date.now());
  const now = useNow();
  return (
    <span className="mr-auto">
      <Spinner>{`Waiting for the gateway, ${formatClock(((now ?? began) - began) / 1000)}`}</Spinner>
    </span>
  );
}
