import { toDecimal } from "../../money.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { describeLine, referenceOf } from "./statement-lines.ts";

/** A bank statement of undeposited funds (OFX 1.0.2), one for each currency. `at` is epoch ms of its making. */
export function toOfx(lines: readonly SummaryLine[], { mark, at }: { mark: string; at: number }): string {
  const statements = [...Map.groupBy(lines, ({ currency }) => currency)];
  const signOn = `<SIGNONMSGSRSV1><SONRS>${done}<DTSERVER>${new Date(at).toISOString().replace(/\D/g, "").slice(0, 14)}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>`;
  const written = statements.map(([currency, ofCurrency]) => toStatement(currency, ofCurrency, mark));
  const body = written.length > 0 ? ["<BANKMSGSRSV1>", ...written, "</BANKMSGSRSV1>"] : [];
  return `${[...header, "", "<OFX>", signOn, ...body, "</OFX>"].join("\r\n")}\r\n`;
}

const header = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:USASCII",
  "CHARSET:1252",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
];
const done = "<STATUS><CODE>0<SEVERITY>INFO</STATUS>";

function toStatement(currency: string, lines: readonly SummaryLine[], mark: string): string {
  const [first, last] = [lines.at(0)?.day ?? "", lines.at(-1)?.day ?? ""];
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  return [
    `<STMTTRNRS><TRNUID>0${done}<STMTRS><CURDEF>${currency}`,
    "<BANKACCTFROM><BANKID>000000000<ACCTID>UNDEPOSITED<ACCTTYPE>CHECKING</BANKACCTFROM>",
    `<BANKTRANLIST><DTSTART>${toDay(first)}<DTEND>${toDay(last)}`,
    ...lines.map((line) => toTransaction(line, mark)),
    "</BANKTRANLIST>",
    `<LEDGERBAL><BALAMT>${toDecimal(sum)}<DTASOF>${toDay(last)}</LEDGERBAL></STMTRS></STMTTRNRS>`,
  ].join("\r\n");
}

function toTransaction(line: SummaryLine, mark: string): string {
  const { day, cents, count } = line;
  const type = cents < 0 ? "DEBIT" : "CREDIT";
  return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${toDay(day)}<TRNAMT>${toDecimal(cents)}<FITID>${referenceOf(line, mark)}<NAME>${describeLine(line)}<MEMO>${count} ${count === 1 ? "transaction" : "transactions"}</STMTTRN>`;
}

/** Noon of the day: the same day in every time zone of the United States. */
const toDay = (day: string) => `${day.replaceAll("-", "")}120000`;
