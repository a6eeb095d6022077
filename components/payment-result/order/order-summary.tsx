import { Link } from "#components/layout/navigation/link.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Attempt, OrderPart } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { allPartsOf, paidCents, partsOf } from "#lib/payments/order.ts";
import { stateAppearances } from "#lib/payments/transaction-labels.ts";
import { isHeld, openCents } from "../result-kind.ts";

/** An order in several payments: each with its state and the way to it, what is paid, and what is left to pay. */
export function OrderSummary({ attempt }: { attempt: Attempt }) {
  const balance = attempt.current?.balance;
  if (!balance) return null;
  const { currency: code } = attempt;
  const open = openCents(attempt);
  const money = (cents: number) => formatMoney(cents, { code });
  const parts = partsOf(balance);
  const settling = parts
    .filter(({ hasNoOutcome }) => hasNoOutcome)
    .reduce((sum, { cents }) => sum + cents, 0);
  return (
    <section aria-label={t("Order")}>
      <SmallHeading as="h2">
        {t("Payments of the order of {money}", { money: money(balance.askedCents) })}
      </SmallHeading>
      <ul>
        {allPartsOf(balance).map((part) => (
          <Part key={part.attemptId} part={part} code={code} isShown={part.attemptId === attempt.id} />
        ))}
        <li className="flex items-baseline justify-between gap-3 border-t border-line-strong pt-2.5">
          <b className="font-semibold">{t("Paid")}</b>
          <span className="flex flex-wrap items-baseline justify-end gap-x-3">
            <span className="text-13 text-muted">
              {open > 0 ? t("{money} left to pay", { money: money(open) }) : closing(balance, money)}
            </span>
            <Amount cents={paidCents(balance)} code={code} size="s" />
          </span>
        </li>
      </ul>
      {(settling > 0 || balance.closed) && (
        <div className="mt-3 grid gap-2">
          {settling > 0 && (
            <Note tone="unknown">
              {tx("{title} Don't collect it again. It stays under {link} until its outcome is known.", {
                title: (
                  <b>
                    {t("The outcome of {money} is not known yet: it may be paid.", {
                      money: money(settling),
                    })}
                  </b>
                ),
                link: <Link href={paths.attention()}>{t("Attention")}</Link>,
              })}
            </Note>
          )}
          {balance.closed && parts.length > 0 && <Note tone="warning">{closedLabel(balance.closed)}</Note>}
        </div>
      )}
    </section>
  );
}

function closing(
  balance: NonNullable<NonNullable<Attempt["current"]>["balance"]>,
  money: (cents: number) => string,
) {
  if (balance.closed?.as === "undone") return paidCents(balance) > 0 ? t("Not all undone") : t("All undone");
  if (partsOf(balance).length === 0) return t("All undone or returned");
  const short = balance.askedCents - paidCents(balance);
  return short > 0 ? t("{money} unpaid", { money: money(short) }) : t("Nothing left to pay");
}

const closedLabel = ({ as, by }: { as: "undone" | "short"; by: string }) =>
  as === "undone"
    ? t("{by} undid this order, and not every payment could be undone. Finish the undo.", { by })
    : t("{by} closed this order partly paid. Nothing more is collected for it.", { by });

function Part({ part, code, isShown }: { part: OrderPart; code: string | undefined; isShown: boolean }) {
  const { attemptId, cents, command, authcode, cash } = part;
  const paymentMethod = translate(part.paymentMethod);
  const money = (amount: number) => formatMoney(amount, { code });
  const facts = [
    authcode && t("Authorization {authcode}", { authcode }),
    cash &&
      t("Received {money}, change {money2}", {
        money: money(cash.receivedCents),
        money2: money(cash.changeCents),
      }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last-of-type:border-0">
      <Icon name={iconOf(command)} className="text-muted" />
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {isShown ? (
          <b className="font-semibold">{paymentMethod}</b>
        ) : (
          <Link href={paths.attempt(attemptId)} className="font-semibold">
            {paymentMethod}
          </Link>
        )}
        {facts.length > 0 && <span className="block text-13 text-muted">{facts.join(", ")}</span>}
      </span>
      <span className="ml-auto flex items-center gap-3">
        <PartState part={part} />
        <span className={part.isGone && "text-faint line-through"}>
          <Amount cents={cents} code={code} />
        </span>
      </span>
    </li>
  );
}

function PartState({
  part: { hasNoOutcome, isGone, command, state = isGone && "returned" },
}: {
  part: OrderPart;
}) {
  if (hasNoOutcome)
    return (
      <StatusLabel tone="unknown" icon="unknown">
        {t("Not known yet")}
      </StatusLabel>
    );
  if (!isGone && isHeld({ command, current: { refundedCents: 0, ...(state && { state }) } }))
    return (
      <StatusLabel tone="approved" icon="approved">
        {t("Held")}
      </StatusLabel>
    );
  const { tone, icon, word } =
    state && state !== "pending"
      ? stateAppearances[state]
      : ({ tone: "approved", icon: "approved", word: t("Approved") } as const);
  return (
    <StatusLabel tone={tone} icon={icon}>
      {word}
    </StatusLabel>
  );
}

/** The picture of what was paid with. */
export function iconOf(command: CommandName): IconName {
  const [tender] = commands[command].tenders;
  return tender ?? "card";
}
