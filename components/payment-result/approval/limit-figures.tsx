import { cx } from "#components/ui/cx.ts";
import { SumLine } from "#components/ui/list/sum-list.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t, translated } from "#lib/language/t.ts";
import { type ApprovalAsk, addedCents } from "#lib/payments/approval.ts";
import type { MoneyLimit } from "#lib/permissions.ts";

/** What the payment was before, by how much its amount changes, and the tip, as lines of a sum. Nothing of what isn't known. */
export function AmountFigures({
  ask: { command, cents, currency: code, originalCents, tipCents },
}: {
  ask: Pick<ApprovalAsk, "command" | "cents" | "currency" | "originalCents" | "tipCents">;
}) {
  const money = (amount: number) => formatMoney(amount, { code });
  const change = isNewAmount(command) && originalCents !== undefined ? cents - originalCents : 0;
  return (
    <>
      {originalCents !== undefined && (
        <SumLine label={change === 0 ? t("Payment amount") : t("Amount")}>
          <span className="tabular-nums">
            {change === 0
              ? money(originalCents)
              : t("{before} to {after}, {change}", {
                  before: money(originalCents),
                  after: money(cents),
                  change: `${change > 0 ? "+" : "−"}${money(Math.abs(change))}`,
                })}
          </span>
        </SumLine>
      )}
      {tipCents !== undefined && (
        <SumLine label={t("Tip")}>
          <span className="tabular-nums">{money(tipCents)}</span>
        </SumLine>
      )}
    </>
  );
}

/** Whether the command gives the payment itself another amount. */
const isNewAmount = (command: ApprovalAsk["command"]) =>
  commands[command].money === "sets" || commands[command].money === "collects";

/** What is asked against the limits of the person who asks, per transaction and for the day, as lines of a sum. */
export function LimitFigures({
  ask,
}: {
  ask: Pick<
    ApprovalAsk,
    "right" | "command" | "cents" | "currency" | "originalCents" | "limit" | "over" | "usedCents"
  >;
}) {
  const { right, cents, currency: code, limit, over, usedCents } = ask;
  const money = (amount: number) => formatMoney(amount, { currency: false, code });
  const { one, many } = rightNouns[right];
  const weightOf = (kind: typeof over) => (kind === over ? "font-semibold text-warning" : undefined);
  return (
    <>
      {limit.transactionCents !== undefined && (
        <SumLine label={t("{action} per transaction", { action: one })}>
          <span className={cx("tabular-nums", weightOf("transaction"))}>{money(cents)}</span>
          {t(" of {money}", { money: money(limit.transactionCents) })}
        </SumLine>
      )}
      {limit.dayCents !== undefined && (
        <SumLine label={t("{actions} today", { actions: many })}>
          <span
            className={cx("tabular-nums", weightOf("day"))}
          >{`${money(usedCents)} + ${money(addedCents(ask))}`}</span>
          {t(" of {money}", { money: money(limit.dayCents) })}
        </SumLine>
      )}
    </>
  );
}

const rightNouns: Record<ApprovalAsk["right"], { one: string; many: string }> = translated(["one", "many"], {
  charge: { one: "Charge", many: "Charges" },
  capture: { one: "Capture", many: "Captures" },
  void: { one: "Void", many: "Voids" },
  refund: { one: "Refund", many: "Refunds" },
  quickRefund: { one: "Quick refund", many: "Quick refunds" },
  credit: { one: "Credit", many: "Credits" },
});

/** "no limit", "refunds to $1,000.00". */
export function ownLimitText(limit: MoneyLimit | undefined, right: ApprovalAsk["right"]): string {
  if (limit?.transactionCents === undefined)
    return limit?.dayCents === undefined
      ? t("no limit")
      : t("up to {money} a day", { money: formatMoney(limit.dayCents) });
  return t("{actions} to {amount}", {
    actions: rightNouns[right].many.toLowerCase(),
    amount: formatMoney(limit.transactionCents),
  });
}
