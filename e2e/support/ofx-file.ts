/** A line of a bank statement, for files that tests make. `day` as "2026-11-20", `amount` signed. */
export type OfxLine = { fitId: string; day: string; amount: string; name: string; trace?: string };

/** A checking account's statement as banks export it: OFX 1.0.2, whose tags are not closed. */
export function ofxFile(lines: readonly OfxLine[], account = "5500984471"): string {
  const compact = (day: string) => day.replaceAll("-", "");
  const days = lines.map(({ day }) => day).sort();
  const transactions = lines.map(({ fitId, day, amount, name, trace }) =>
    [
      "<STMTTRN>",
      `<TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}`,
      `<DTPOSTED>${compact(day)}120000`,
      `<TRNAMT>${amount}`,
      `<FITID>${fitId}`,
      ...(trace ? [`<REFNUM>${trace}`] : []),
      `<NAME>${name}`,
      "</STMTTRN>",
    ].join("\n"),
  );
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>${compact(days.at(-1) ?? "20261120")}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>021000021<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${compact(days[0] ?? "20261120")}<DTEND>${compact(days.at(-1) ?? "20261120")}
${transactions.join("\n")}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>0.00<DTASOF>${compact(days.at(-1) ?? "20261120")}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
}
