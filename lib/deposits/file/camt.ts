import { t } from "#lib/language/t.ts";
import { isDay } from "#lib/time.ts";
import { accountLabel } from "../../card-data/bank-numbers.ts";
import { toCents } from "../../money.ts";
import { BankFileError, type BankLine, type ReadFile, type UnreadableRow } from "./bank-file.ts";
import { isPlain, noDay, shownText, toBankLine } from "./bank-line.ts";
import { findAll, findText, readXml, type XmlElement } from "./xml.ts";

/** Reads a camt.053 statement of any version (ISO 20022). Entries that aren't booked yet are left out. */
export function readCamt(text: string, today: string): ReadFile {
  const document = readXml(text);
  const statements = findAll(document, "BkToCstmrStmt", "Stmt");
  if (document.name !== "Document" || statements.length === 0)
    throw new BankFileError(otherMessage(document));
  const lines: BankLine[] = [];
  const unreadable: UnreadableRow[] = [];
  let pending = 0;
  for (const statement of statements) {
    const account = accountOf(statement);
    for (const entry of findAll(statement, "Ntry")) {
      const status = findText(entry, "Sts", "Cd") ?? findText(entry, "Sts") ?? "BOOK";
      if (status !== "BOOK") pending += 1;
      else {
        const line = readEntry(entry, account, today);
        if ("reason" in line) unreadable.push(line);
        else lines.push(line);
      }
    }
  }
  return {
    kind: "read",
    format: "camt",
    lines,
    unreadable,
    pending,
  };
}

function readEntry(
  entry: XmlElement,
  { id: account, bank }: Account,
  today: string,
): BankLine | UnreadableRow {
  const wrong = (reason: string) => ({ line: entry.line, reason });
  const [amount] = findAll(entry, "Amt");
  const currency = amount?.attributes.get("Ccy") ?? "USD";
  const absolute = amount ? toCents(amount.text) : null;
  if (amount && absolute === null && /^\d{1,12}\.\d{3,}$/.test(amount.text.trim()))
    return wrong(
      t(
        '"{amount}" has more than two decimals, which the console can\'t keep. Keep track of the line outside the console.',
        { amount: shownText(`${currency} ${amount.text}`, 40) },
      ),
    );
  if (absolute === null || absolute < 0)
    return wrong(t("The entry's amount can't be read. Ask the bank for the file again."));
  const direction = findText(entry, "CdtDbtInd");
  if (direction !== "CRDT" && direction !== "DBIT")
    return wrong(t("The entry doesn't say whether it is a credit or a debit."));
  const day = dayOf(entry, "BookgDt") ?? dayOf(entry, "ValDt");
  if (day === undefined) return wrong(t("The entry has no booking date."));
  if (!isDay(day)) return wrong(noDay(day));
  const own = findText(entry, "AcctSvcrRef");
  const reference = own ?? findText(entry, "NtryRef");
  const details = findAll(entry, "NtryDtls", "TxDtls");
  const detail = (...path: string[]) =>
    details.flatMap((one) => findText(one, ...path) ?? []).find((text) => text !== "NOTPROVIDED");
  const cents = direction === "DBIT" && absolute > 0 ? -absolute : absolute;
  const description = shownText(
    findText(entry, "AddtlNtryInf") ??
      detail("RmtInf", "Ustrd") ??
      detail("RltdPties", "Dbtr", "Nm") ??
      detail("RltdPties", "Dbtr", "Pty", "Nm") ??
      "",
  );
  const line = toBankLine({
    // An NtryRef may be no more than the entry's number in its statement.
    identity: ["camt", ...(own && isPlain(own) ? [own] : [reference ?? "", description])],
    wholeAccount: [bank, account],
    day,
    cents,
    currency,
    description,
    account: account ? accountLabel(t("Account"), account) : undefined,
    trace: reference ?? detail("Refs", "AcctSvcrRef") ?? detail("Refs", "EndToEndId"),
    today,
  });
  return typeof line === "string" ? wrong(line) : line;
}

function dayOf(entry: XmlElement, name: string): string | undefined {
  return (findText(entry, name, "Dt") ?? findText(entry, name, "DtTm"))?.slice(0, 10);
}

type Account = { id: string /** Only an IBAN says it of itself. */; bank: string };

function accountOf(statement: XmlElement): Account {
  const iban = findText(statement, "Acct", "Id", "IBAN");
  if (iban) return { id: iban, bank: "" };
  const bank = (...path: string[]) => findText(statement, "Acct", "Svcr", "FinInstnId", ...path);
  return {
    id: findText(statement, "Acct", "Id", "Othr", "Id") ?? "",
    bank: bank("BICFI") ?? bank("BIC") ?? bank("ClrSysMmbId", "MmbId") ?? "",
  };
}

function otherMessage(document: XmlElement): string {
  const [message] = document.children;
  if (message?.name === "BkToCstmrAcctRpt")
    return t("This is an intraday report (camt.052). Export the statement (camt.053) of the day instead.");
  if (message?.name === "BkToCstmrDbtCdtNtfctn")
    return t("This is a notification (camt.054). Export the statement (camt.053) instead.");
  return t("This XML file isn't a bank statement. Export OFX, camt.053 or CSV from the bank.");
}
