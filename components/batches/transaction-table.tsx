import Link from "next/link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { paths } from "#lib/paths.ts";
import { amountOf, kindOf } from "#lib/transaction-sums.ts";
import { isTrantypeCode, payerOf } from "#lib/transaction-words.ts";
import { TransactionStatus } from "./transaction-status.tsx";

/** The transactions of a batch. A voided one is struck out: it is counted, and adds nothing. */
export function TransactionTable({ transactions }: { transactions: readonly TransactionDetail[] }) {
  const days = new Set(transactions.map(({ created }) => created?.slice(0, 10)));
  return (
    <Table label="Transactions" cards={2} tight>
      <TableHead>
        <Th>Time</Th>
        <Th>Invoice</Th>
        <Th>Type</Th>
        <Th>Paid with</Th>
        <Th>Status</Th>
        <Th>Clerk</Th>
        <Th numeric>Amount</Th>
      </TableHead>
      <TableBody>
        {transactions.map((transaction, place) => (
          <Row
            // A gateway may leave out the key.
            key={transaction.key ?? transaction.refnum ?? place}
            transaction={transaction}
            oneDay={days.size === 1}
          />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ transaction, oneDay }: { transaction: TransactionDetail; oneDay: boolean }) {
  const { key, refnum, invoice, created = "", clerk } = transaction;
  const name = invoice ?? refnum ?? key ?? "";
  const address = key ?? refnum;
  return (
    <Tr>
      <Td label="Time">{oneDay ? formatTime(created, { seconds: true }) : formatMoment(created)}</Td>
      <Td place="lead" className="wrap-anywhere max-sm:row-start-1">
        {address ? (
          <Link href={paths.transaction(address)} className="font-semibold">
            {name}
          </Link>
        ) : (
          name
        )}
      </Td>
      <Td label="Type" className="whitespace-normal!">
        {typeOf(transaction)}
      </Td>
      <Td label="Paid with" className="whitespace-normal!">
        {payerOf(transaction)}
      </Td>
      <Td label="Status" className="whitespace-normal!">
        <TransactionStatus transaction={transaction} />
      </Td>
      <Td label="Clerk" className="max-w-56 wrap-anywhere whitespace-normal!">
        {clerk ?? <span className="text-faint">None</span>}
      </Td>
      <Td numeric place="amount">
        <SignedAmount transaction={transaction} />
      </Td>
    </Tr>
  );
}

function SignedAmount({ transaction }: { transaction: TransactionDetail }) {
  const cents = amountOf(transaction);
  if (cents === undefined) return <span className="text-faint">not told</span>;
  switch (kindOf(transaction)) {
    case "voids":
      return (
        <s className="relative text-faint">
          <span className="sr-only">voided </span>
          {formatMoney(cents, { currency: false })}
        </s>
      );
    case "refunds":
      return formatMoney(-cents, { currency: false });
    case "sales":
      return formatMoney(cents, { currency: false });
  }
}

function typeOf({ trantype, trantype_code: code }: TransactionDetail): string {
  if (trantype) return trantype;
  return code !== undefined && isTrantypeCode(code) ? trantypes[code] : (code ?? "Not told");
}
