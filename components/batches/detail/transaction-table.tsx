import { Fragment } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { amountOf, kindOf, sumTransactions } from "#lib/batches/transaction-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import { formatDecimal, formatMoney } from "#lib/format/money.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { piecesOf, t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import {
  brandOf,
  lastFour,
  paymentMethodOf,
  stateAppearances,
  stateOf,
  kindOf as typeOf,
} from "#lib/payments/transaction-labels.ts";

/** The transactions of a batch. A voided one is struck out: it is counted, and adds nothing. */
export function TransactionTable({
  transactions,
  total,
}: {
  transactions: readonly TransactionDetail[];
  /** How many the batch holds. */
  total: number;
}) {
  const sums = sumTransactions(transactions)?.filter(({ total: { count } }) => count > 0) ?? [];
  const signs = sums.some(({ currency }) => !isOwnCurrency(currency));
  const days = new Set(transactions.map(({ created }) => created?.slice(0, 10)));
  return (
    <Table label={t("Transactions")} cards={2} tight>
      <TableHead>
        <Th>{t("Time")}</Th>
        <Th>{t("Invoice or reference")}</Th>
        <Th drop="s">{t("Type")}</Th>
        <Th>{t("Paid with")}</Th>
        <Th>{t("Status")}</Th>
        <Th drop="m">{t("Clerk")}</Th>
        <Th numeric>{t("Amount")}</Th>
      </TableHead>
      <TableBody>
        {transactions.map((transaction, place) => (
          <Row
            // A gateway may leave out the key.
            key={transaction.key ?? transaction.refnum ?? place}
            transaction={transaction}
            oneDay={days.size === 1}
            signs={signs}
          />
        ))}
      </TableBody>
      <TableFoot>
        <Td place="lead" span={3}>
          {transactions.length === total
            ? t("All {transactions}", { transactions: countOf(total, "transaction") })
            : t("On this page: {count} of {transactions}", {
                count: formatCount(transactions.length),
                transactions: countOf(total, "transaction"),
              })}
        </Td>
        <Td drop="m" />
        <Td numeric place="amount" span={3}>
          {sums.map(({ currency, total: { cents } }) => (
            <span key={currency} className="block">
              {formatMoney(cents, { code: currency })}
            </span>
          ))}
        </Td>
      </TableFoot>
    </Table>
  );
}

function Row({
  transaction,
  oneDay,
  signs,
}: {
  transaction: TransactionDetail;
  oneDay: boolean;
  /** Whether each amount has the sign of its currency: there are several. */
  signs: boolean;
}) {
  const { key, refnum, invoice, created = "", clerk } = transaction;
  const name = invoice || (refnum ? t("ref. {refnum}", { refnum }) : (key ?? ""));
  const address = key ?? refnum;
  const time = oneDay ? formatTime(created, { seconds: true }) : formatMoment(created);
  return (
    <Tr>
      <Td drop="s">{time}</Td>
      <Td place="lead" className="wrap-anywhere max-sm:row-start-1">
        {address ? (
          <Link href={paths.transaction(address)} className={rowLink}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Td>
      <Td drop="s" className="whitespace-normal!">
        {typeOf(transaction)}
      </Td>
      <Td className="whitespace-normal! max-sm:text-13! max-sm:text-muted">
        {/* On a phone a payment is two lines: what and how much, when and by what. */}
        <span className="sm:hidden">{time}, </span>
        <PaymentMethod transaction={transaction} />
      </Td>
      <Td className="whitespace-normal! max-sm:justify-self-end max-sm:text-13!">
        <TransactionStatus transaction={transaction} />
      </Td>
      <Td drop="m" className="max-w-56 min-w-28 wrap-break-word whitespace-normal!">
        {clerk ?? <span className="text-faint">{t("None")}</span>}
      </Td>
      <Td numeric place="amount">
        <SignedAmount transaction={transaction} sign={signs} />
      </Td>
    </Tr>
  );
}

/** "Visa ending 2224"; a phone leaves out the word, so that it stays on one line. */
function PaymentMethod({ transaction }: { transaction: TransactionDetail }) {
  const last = lastFour(transaction);
  if (!last) return paymentMethodOf(transaction);
  const brand = brandOf(transaction) ?? t("Card");
  return piecesOf("{brandOf} ending {lastFour}").map((piece) =>
    "name" in piece ? (
      <Fragment key={piece.name}>{piece.name === "brandOf" ? brand : last}</Fragment>
    ) : (
      <Fragment key={piece.words}>
        {" "}
        <span className="max-sm:hidden">{`${piece.words.trim()} `}</span>
      </Fragment>
    ),
  );
}

function SignedAmount({ transaction, sign }: { transaction: TransactionDetail; sign: boolean }) {
  const cents = amountOf(transaction);
  const text = { currency: sign, code: transaction.currency };
  if (cents === undefined) {
    const amount = transaction.amount ?? transaction.auth_amount;
    return amount ? formatDecimal(amount, text) : <span className="text-faint">{t("Not reported")}</span>;
  }
  switch (kindOf(transaction)) {
    case "voids":
      return (
        <s className="relative text-faint">
          <span className="sr-only">{t("voided")} </span>
          {formatMoney(cents, text)}
        </s>
      );
    case "refunds":
      return formatMoney(-cents, text);
    case "sales":
      return formatMoney(cents, text);
  }
}

/** The state of a transaction of a batch, in the words of its own page. What the batch counts as a void is one. */
function TransactionStatus({ transaction }: { transaction: TransactionDetail }) {
  const { tone, icon, word } = appearanceOf(transaction);
  return (
    <StatusLabel tone={tone} icon={icon} wraps>
      {word}
    </StatusLabel>
  );
}

function appearanceOf(transaction: TransactionDetail) {
  const look = stateOf(transaction);
  const isVoid = kindOf(transaction) === "voids";
  return isVoid && look.tone === "approved" ? stateAppearances.voided : look;
}
