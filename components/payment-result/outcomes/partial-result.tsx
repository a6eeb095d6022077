"use client";

import Link from "next/link";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Amount } from "#components/ui/amount.tsx";
import { ActionTile, ActionTileBody, actionTileClass } from "#components/ui/button/action-tile.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultColumns, ResultGroup } from "../result-frame.tsx";
import { isHeld, isRestSettling, openCents, otherPayments, restCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { HeldNote } from "./approved-result.tsx";
import { CollectRest } from "./collect-rest.tsx";
import { OrderNote } from "./order-note.tsx";

/** Part of the money moved: what is left of the order and how to collect it, or how to undo the part. */
export function PartialResult({ attempt, actions }: ResultProps) {
  const { transaction, payer, amountCents: asked = 0, currency: code } = attempt;
  const got = asked - restCents(attempt);
  const { payBy, next } = actions;
  const open = openCents(attempt);
  const total = attempt.present?.rest?.askedCents ?? asked;
  const paid = total - open;
  const others = otherPayments(attempt);
  const held = isHeld(attempt);
  const money = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        <>
          {open > 0 && !isRestSettling(attempt) && (
            <Quote title="Say to the customer">
              {others.length === 0
                ? `Your card covered ${money(got)}. How would you like to pay the other ${money(open)}?`
                : `${money(paid)} of ${money(total)} is paid. How would you like to pay the other ${money(open)}?`}
            </Quote>
          )}
          {open > 0 && (
            <ResultGroup title="If they would rather not">
              <div className="grid gap-2">
                {transaction?.key && others.length === 0 && (
                  <UndoLink transactionKey={transaction.key} cents={got} code={code} />
                )}
                {next && (
                  <LeaveIt
                    left={money(paid)}
                    short={money(open)}
                    invoice={transaction?.invoice}
                    onLeave={next}
                  />
                )}
              </div>
            </ResultGroup>
          )}
          {transaction?.key && <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />}
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        {open > 0 && (
          <div>
            <p className="text-muted">Still to collect</p>
            <p>
              <Amount cents={open} code={code} size="xl" />
            </p>
          </div>
        )}
        <div className="sm:pb-2">
          <p className="text-muted">{`${held ? "Held" : "Approved"} on ${payer}`}</p>
          <p className="text-20 text-muted">
            <Amount cents={got} code={code} /> <span className="text-faint">of {money(asked)}</span>
            {attempt.present?.cents !== undefined && `, ${money(attempt.present.cents)} now`}
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={`${money(paid)} of ${money(total)} ${held ? (others.length > 0 ? "held or collected" : "held") : "collected"}`}
        shares={[{ tone: "approved", share: total > 0 ? paid / total : 0 }]}
      />
      {held && <HeldNote />}
      <OrderNote attempt={attempt} />
      <CollectRest attempt={attempt} payBy={payBy} />
      <NextButtons onNext={open === 0 ? next : undefined} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

function LeaveIt({
  left,
  short,
  invoice,
  onLeave,
}: {
  /** What stays collected, and what is missing then, as text. */
  left: string;
  short: string;
  invoice: string | undefined;
  onLeave: () => void;
}) {
  useHotkeys([{ keys: "l", does: `Leave it at ${left}`, act: onLeave }], { group: "Result" });
  return (
    <ActionTile
      icon="tick"
      title={`Leave it at ${left}`}
      effect={`${invoice ? `Invoice ${invoice}` : "The order"} stays ${short} short`}
      kbd="L"
      onClick={onLeave}
    />
  );
}

/** To where an approved part can be undone, with a confirmation of its own. */
function UndoLink({
  transactionKey,
  cents,
  code,
}: {
  transactionKey: string;
  cents: number;
  /** The currency as the gateway names it; undefined for the merchant's own. */
  code: string | undefined;
}) {
  return (
    <Link href={paths.transaction(transactionKey)} className={actionTileClass}>
      <ActionTileBody
        icon="unlock"
        title={`Void and release ${formatMoney(cents, { code })}`}
        effect={`On the transaction's page. ${commands["cc:void:release"].effect}`}
      />
    </Link>
  );
}
