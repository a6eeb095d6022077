"use client";

import { useQuery } from "@tanstack/react-query";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { ReviewedPayout, ShownEdit } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { columnLabels } from "#lib/bulk/file/column-labels.ts";
import { type PayoutEffect, payoutEffect } from "#lib/bulk/payout-effect.ts";
import { isUnread, type PayoutTotals, sumPayouts } from "#lib/bulk/payout-totals.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { bulkReviewQuery } from "#lib/queries/bulk.ts";
import { PayoutSums } from "./payout-sums.tsx";
import { ReadingReview } from "./reading-review.tsx";

/** What leaves by a file, who is paid, and which cells were fixed in it: what the person who approves it looks at. Numbers are masked. */
export function FileReview({ file: { id } }: { file: Pick<BulkFile, "id"> }) {
  const { data: review, error } = useQuery(bulkReviewQuery(id));
  if (error)
    return (
      <Note tone="warning" role="alert">
        {error.message}
      </Note>
    );
  if (!review) return <ReadingReview />;
  const { edits, payouts } = review;
  const sums = sumPayouts(payouts);
  const title = titleOf(sums);
  const unread = payouts.filter(isUnread).length;
  const hasOthers = payouts.some(({ currency }) => !isOwnCurrency(currency));
  return (
    <>
      {payouts.length > 0 && <PayoutSums totals={sums} />}
      {hasOthers && (
        <p className="text-13 text-muted">
          {t(
            "Some rows act on payments in other currencies. Totals of the whole file count their plain numbers.",
          )}
        </p>
      )}
      {unread > 0 && (
        <Note tone="warning">
          {tx(
            unread === 1
              ? "{title} This console hasn't read the payment it acts on: the currency isn't known, nor whether money was given back before. Look it up first."
              : "{title} This console hasn't read the payments they act on: the currency isn't known, nor whether money was given back before. Look them up first.",
            { title: <b>{t("{rows} not checked.", { rows: countOf(unread, "row") })}</b> },
          )}
        </Note>
      )}
      {payouts.length > 0 && (
        <Reviewed title={title} count={payouts.length}>
          <Table label={title} dense cards={2}>
            <TableHead>
              <Th numeric>{t("Row")}</Th>
              <Th>{t("Command")}</Th>
              <Th>{t("Paid to")}</Th>
              <Th>{t("Account")}</Th>
              <Th numeric>{t("Amount")}</Th>
            </TableHead>
            <TableBody>
              {payouts.map((payout) => (
                <PayoutRow key={payout.row} payout={payout} />
              ))}
            </TableBody>
          </Table>
        </Reviewed>
      )}
      {edits.length > 0 && (
        <Reviewed title={t("Fixed cells")} count={edits.length}>
          <Table label={t("Fixed cells")} dense cards={2}>
            <TableHead>
              <Th numeric>{t("Row")}</Th>
              <Th>{t("Column")}</Th>
              <Th>{t("In the file")}</Th>
              <Th>{t("Sent as")}</Th>
            </TableHead>
            <TableBody>
              {edits.map((edit) => (
                <EditRow key={`${edit.row} ${edit.column}`} edit={edit} />
              ))}
            </TableBody>
          </Table>
        </Reviewed>
      )}
    </>
  );
}

/** A file may hold refunds and credits, changes such as voids and captures, or both. */
function titleOf({ paidOut, changes }: PayoutTotals): string {
  if (changes.length === 0) return t("Payouts");
  return paidOut.length === 0 ? t("Changes") : t("Payouts and changes");
}

function PayoutRow({ payout }: { payout: ReviewedPayout }) {
  const { row, command, payee, to, cents, payment, currency: code } = payout;
  const effect = payoutEffect(command, cents, payment);
  const isOut = effect.kind.endsWith("gives");
  const note = [isUnread(payout) && t("Payment not read."), explain(effect, cents, code)]
    .filter(Boolean)
    .join(" ");
  return (
    <Tr>
      <Td numeric label={t("Row")} className="text-muted">
        {formatCount(row)}
      </Td>
      <Td place="lead">{commandNouns[command]}</Td>
      <Td label={t("Paid to")} className="wrap-anywhere whitespace-normal!">
        {payee || <span className="text-faint">{isOut ? t("The original payer") : t("No one")}</span>}
      </Td>
      <Td label={t("Account")}>{translate(to)}</Td>
      <Td numeric place="amount" className="font-semibold">
        {effect.cents === undefined ? (
          <span className="font-normal text-muted">{t("whole payment")}</span>
        ) : (
          formatMoney(isOut ? -effect.cents : effect.cents, { currency: false, code })
        )}
        {note && <span className="block text-12 font-normal whitespace-normal text-muted">{note}</span>}
      </Td>
    </Tr>
  );
}

/** What the amount means, where it isn't simply the money that the row names. */
function explain(effect: PayoutEffect, named: number | null, code: string | undefined): string | undefined {
  const money = (cents: number) => formatMoney(cents, { code });
  switch (effect.kind) {
    case "gives":
      return named === null && effect.cents !== undefined ? t("All that is left") : undefined;
    case "voids":
      if (effect.cents === undefined) return undefined;
      return named === null || named === effect.cents
        ? t("Voids the whole {money}", { money: money(effect.cents) })
        : t("Voids the whole {money}, not only the {money2} of the row. Once settled, it refunds {money2}", {
            money: money(effect.cents),
            money2: money(named),
          });
    case "lowers":
      return t("Lowers the payment to {money}", { money: money(effect.toCents) });
    case "sets":
      return effect.fromCents === undefined
        ? t("New total")
        : t("New total, was {money}", { money: money(effect.fromCents) });
    case "puts off":
      return t("Back to an authorization: not collected");
    case "voids or gives":
      return t("Voids the whole payment; once settled, refunds the amount");
    case "lowers or gives":
      return t("Lowers the payment; once settled, refunds the amount");
    case "collects":
      return undefined;
  }
}

function EditRow({ edit: { row, column, before, after } }: { edit: ShownEdit }) {
  return (
    <Tr>
      <Td numeric label={t("Row")} className="text-muted">
        {formatCount(row)}
      </Td>
      <Td place="lead">{t(columnLabels[column].label)}</Td>
      <Td label={t("In the file")} className="font-mono wrap-anywhere whitespace-normal!">
        {before || <span className="font-sans text-faint">{t("Empty")}</span>}
      </Td>
      <Td label={t("Sent as")} className="font-mono wrap-anywhere whitespace-normal!">
        {after || <span className="font-sans text-faint">{t("Empty")}</span>}
      </Td>
    </Tr>
  );
}

function Reviewed({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <SmallHeading>{`${title} ${formatCount(count)}`}</SmallHeading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div tabIndex={0} className="max-h-72 overflow-y-auto rounded-md border border-line">
        {children}
      </div>
    </section>
  );
}
