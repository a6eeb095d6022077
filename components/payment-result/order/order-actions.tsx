"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paidCents, partsOf } from "#lib/payments/order.ts";
import { may } from "#lib/permissions.ts";
import { attemptKeys } from "#lib/queries/keys.ts";
import { leaveOrderShort } from "#server/actions/payments.ts";
import { ResolvedNote } from "../queue/resolved-note.tsx";
import { useUnanswered } from "../queue/use-unanswered.ts";
import { ResultGroup } from "../result-frame.tsx";
import { isCharge, openCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";

/** The ways to end an order other than to pay it: take every payment back, or leave it short. */
export function OrderActions({
  attempt,
  actions: { next: onLeft, undoOrder },
}: Pick<ResultProps, "attempt" | "actions">) {
  const { role } = useMerchant();
  const balance = attempt.current?.balance;
  const held = useRef(false);
  const { isOpen, resolved } = useUnanswered(balance?.first.attemptId ?? "");
  if (!undoOrder || !may(role, "charge")) return null;
  if (!balance && isAwaited(attempt)) return <HeldUndo held={held} />;
  if (!balance || partsOf(balance).length === 0) return null;
  return (
    <ResultGroup title={openCents(attempt) > 0 ? t("If they would rather not") : t("Undo")}>
      <div className="grid gap-2">
        {resolved && !isOpen && <ResolvedNote resolved={resolved} />}
        {isOpen && (
          <Note tone="unknown" role="status">
            {tx("{title} We're checking whether it went through. Don't repeat it.", {
              title: <b>{t("The server didn't respond to the undo of this order.")}</b>,
            })}
          </Note>
        )}
        <UndoTile attempt={attempt} balance={balance} held={held} onUndo={undoOrder} />
        {openCents(attempt) > 0 && onLeft && (
          <LeaveTile attempt={attempt} order={balance.first.attemptId} onLeft={onLeft} />
        )}
      </div>
    </ResultGroup>
  );
}

/** Whether its order has still to be read: a fresh answer comes without it. */
const isAwaited = ({ current, command }: Attempt) => current === undefined && isCharge(command);

/** Keeps a press of the key until the order is known: it is done then. */
function HeldUndo({ held }: { held: RefObject<boolean> }) {
  const hold = () => {
    held.current = true;
  };
  useHotkeys([{ keys: "x", does: t("Undo the payments of this order"), act: hold }], { group: t("Result") });
  return null;
}

function UndoTile({
  attempt,
  balance,
  held,
  onUndo,
}: {
  attempt: Attempt;
  balance: OrderBalance;
  /** Whether its key was pressed before the order was known. */
  held: RefObject<boolean>;
  onUndo: (balance: OrderBalance) => void;
}) {
  const count = partsOf(balance).length;
  const sum = formatMoney(paidCents(balance), { code: attempt.currency });
  const title =
    balance.closed?.as === "undone"
      ? t("Finish the undo of {sum}", { sum })
      : count === 1
        ? t("Undo {sum}", { sum })
        : count === 2
          ? t("Undo both payments")
          : t("Undo all {count} payments", { count });
  const ask = () => onUndo(balance);
  useHotkeys([{ keys: "x", does: title, act: ask }], { group: t("Result") });
  const askHeld = useEffectEvent(ask);
  useEffect(() => {
    if (!held.current) return;
    held.current = false;
    askHeld();
  }, [held]);
  return (
    <ActionTile
      icon="undo"
      title={title}
      effect={t("Shows first what happens to each payment. The order ends.")}
      kbd="X"
      onClick={ask}
    />
  );
}

function LeaveTile({ attempt, order, onLeft }: { attempt: Attempt; order: string; onLeft: () => void }) {
  const client = useQueryClient();
  const [state, setState] = useState<"idle" | "pending" | { problem: string }>("idle");
  const { balance } = attempt.current ?? {};
  const money = (cents: number) => formatMoney(cents, { code: attempt.currency });
  const title = t("Leave it at {money}", { money: money(balance ? paidCents(balance) : 0) });
  const invoice = attempt.transaction?.invoice;
  async function leave() {
    if (state === "pending") return;
    setState("pending");
    const result = await leaveOrderShort({ order }).catch(() => undefined);
    void client.invalidateQueries({ queryKey: attemptKeys.all });
    if (result?.ok) return onLeft();
    setState({ problem: result?.problem.message ?? t("No response from the server. Try again.") });
  }
  useHotkeys([{ keys: "l", does: title, act: () => void leave() }], { group: t("Result") });
  return (
    <>
      <ActionTile
        icon="tick"
        title={title}
        effect={
          invoice
            ? t("{money} of invoice {invoice} stays unpaid", { invoice, money: money(openCents(attempt)) })
            : t("{money} of the order stays unpaid", { money: money(openCents(attempt)) })
        }
        kbd="L"
        onClick={() => void leave()}
      />
      {typeof state === "object" && (
        <Note tone="warning" role="alert">
          {state.problem}
        </Note>
      )}
    </>
  );
}
