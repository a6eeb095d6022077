import { t, text, translated } from "#lib/language/t.ts";
import { isDay } from "#lib/time.ts";
import { accountLabel } from "../../card-data/bank-numbers.ts";
import { countOf } from "../../format/counts.ts";
import { toCents } from "../../money.ts";
import { BankFileError, type BankLine, lineCounter, type ReadFile, type UnreadableRow } from "./bank-file.ts";
import { isPlain, noDay, shownText, toBankLine } from "./bank-line.ts";
import { fromCode } from "./xml.ts";

/**
 * Reads the bank statements of an OFX file: version 1 (SGML, where most tags are never closed) and version 2 (XML), also
 * as .qfx and .qbo. Both are read as one sequence of tags, which is all that a statement's transactions need.
 */
export function readOfx(text: string, today: string): ReadFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new BankFileError(t("The file has a document type, which bank files don't need."));
  const statement = new Statement(today);
  const lineAt = lineCounter(text);
  let isBank = false;
  for (const tag of text.replace(CDATA, escapeCdata).matchAll(TAG)) {
    const name = (tag[2] ?? "").toUpperCase();
    if (name === "STMTRS") isBank = true;
    if (otherStatements[name]) statement.other = tag[1] === "/" ? undefined : name;
    if (tag[1] === "/") statement.close(name);
    else statement.open(name, resolve(tag[3] ?? "").trim(), lineAt(tag.index));
  }
  statement.endTransaction();
  if (!isBank)
    throw new BankFileError(
      t("This OFX file has no bank statement. Export the checking account that the deposits go to."),
    );
  if (statement.isCutOff)
    throw new BankFileError(t("The file is cut off: its end is missing. Export it again."));
  const { lines, unreadable } = statement;
  return {
    kind: "read",
    format: "ofx",
    lines,
    unreadable,
    pending: 0,
    leftOut: [...statement.leftOut].map(([name, count]) =>
      count === 1
        ? t("1 line of {statement} isn't a bank deposit and will be skipped.", {
            statement: otherStatements[name],
          })
        : t("{lines} of {statement} aren't a bank deposit and will be skipped.", {
            lines: countOf(count, "line"),
            statement: otherStatements[name],
          }),
    ),
  };
}

/** Statements of accounts that no deposit goes to. A file may have them beside the bank's. */
const otherStatements: Record<string, string | undefined> = translated("*", {
  CCSTMTRS: "a credit card statement",
  LOANSTMTRS: "a loan statement",
  INVSTMTRS: "an investment statement",
});

/** A tag and the text after it. Nothing in it can be read in two ways, so that a file of brackets takes linear time. */
const TAG = /<(\/?)([A-Za-z][\w.]{0,63})(?![\w.])[^<>]{0,500}>([^<]*)/g;

/** The longest that is read: no field of a transaction is longer, and a file of open ones takes linear time. */
const CDATA = /<!\[CDATA\[([\s\S]{0,400}?)\]\]>/g;
const escapeCdata = (_: string, text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Aggregates inside a transaction that name other accounts or amounts. CURRENCY says which currency the amount is in;
 * ORIGCURRENCY which one it was before the bank exchanged it.
 */
const FOREIGN = new Set(["BANKACCTTO", "CCACCTTO", "ORIGCURRENCY", "CURRENCY"]);

class Statement {
  readonly #today: string;

  constructor(today: string) {
    this.#today = today;
  }

  lines: BankLine[] = [];
  unreadable: UnreadableRow[] = [];
  isCutOff = true;
  /** The statement of another kind that is open now. */
  other: string | undefined;
  /** How many transactions such statements have, by their tag. */
  leftOut = new Map<string, number>();
  #account: Account = unnamed;
  #foreign: string | undefined;
  #transaction: { line: number; fields: Map<string, string> } | undefined;
  #isInAccount = false;

  open(name: string, value: string, line: number): void {
    if (name === "STMTRS") this.other = undefined;
    if (name === "STMTRS" || otherStatements[name]) {
      this.endTransaction();
      this.#account = unnamed;
      this.#isInAccount = false;
    } else if (name === "STMTTRN") {
      this.endTransaction();
      if (this.other) this.leftOut.set(this.other, (this.leftOut.get(this.other) ?? 0) + 1);
      else this.#transaction = { line, fields: new Map() };
    } else if (this.#transaction) {
      // In SGML an empty leaf may look like an aggregate: only known ones hide what follows.
      if (FOREIGN.has(name) && value === "") this.#foreign = name;
      else if (name === "CURSYM" && this.#foreign === "CURRENCY") this.#transaction.fields.set(name, value);
      else if (!this.#foreign && value !== "" && !this.#transaction.fields.has(name))
        this.#transaction.fields.set(name, value);
    } else if (this.other) return;
    else if (name === "BANKACCTFROM") this.#isInAccount = true;
    else if (this.#isInAccount && isAccountField(name)) this.#account = { ...this.#account, [name]: value };
    else if (name === "CURDEF" && /^[A-Z]{3}$/.test(value))
      this.#account = { ...this.#account, CURDEF: value };
  }

  close(name: string): void {
    if (name === this.#foreign) this.#foreign = undefined;
    if (name === "STMTTRN" || name === "BANKTRANLIST") this.endTransaction();
    if (name === "BANKACCTFROM") this.#isInAccount = false;
    if (name === "OFX") this.isCutOff = false;
  }

  endTransaction(): void {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    this.#foreign = undefined;
    if (!transaction) return;
    const line = this.#read(transaction.fields, transaction.line);
    if ("reason" in line) this.unreadable.push(line);
    else this.lines.push(line);
  }

  #read(fields: ReadonlyMap<string, string>, line: number): BankLine | UnreadableRow {
    const amount = fields.get("TRNAMT") ?? "";
    const cents = toCents(amount.replace(/^\+/, "").replace(",", "."));
    if (cents === null)
      return {
        line,
        reason: t('The amount "{amount}" isn\'t in whole cents.', { amount: shownText(amount, 40) }),
      };
    const corrected = fields.get("CORRECTFITID");
    if (corrected)
      return {
        line,
        reason: t(
          "It corrects another bank line ({id}). Leave that line out and enter the correct one by hand.",
          { id: shownText(corrected, 40) },
        ),
      };
    const posted = (fields.get("DTPOSTED") ?? "").slice(0, 8);
    const day = posted.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
    if (!isDay(day)) return { line, reason: noDay(posted) };
    const name = fields.get("NAME") ?? "";
    const memo = fields.get("MEMO") ?? "";
    const description = shownText(memo.startsWith(name) ? memo : `${name} ${memo}`);
    const fitId = fields.get("FITID");
    const { CURDEF, BANKID, BRANCHID, ACCTID, ACCTTYPE } = this.#account;
    const own = fitId && isPlain(fitId) ? [fitId] : [fitId ?? "", description];
    const read = toBankLine({
      identity: ["ofx", ...own],
      wholeAccount: [BANKID, BRANCHID, ACCTID, ACCTTYPE],
      day,
      cents,
      currency: fields.get("CURSYM") ?? CURDEF,
      description,
      account: ACCTID ? accountLabel(accountKinds.get(ACCTTYPE) ?? t("Account"), ACCTID) : undefined,
      trace: fields.get("REFNUM") ?? fields.get("SRVRTID") ?? fitId,
      today: this.#today,
    });
    return typeof read === "string" ? { line, reason: read } : read;
  }
}

/** What a statement says of its account, by the tags. */
type Account = typeof unnamed;
const unnamed = { CURDEF: "USD", BANKID: "", BRANCHID: "", ACCTID: "", ACCTTYPE: "" };
const isAccountField = (name: string) => ["BANKID", "BRANCHID", "ACCTID", "ACCTTYPE"].includes(name);

const accountKinds: ReadonlyMap<string, string> = new Map([
  ["CHECKING", text("Checking account")],
  ["SAVINGS", text("Savings account")],
  ["MONEYMRKT", text("Money market account")],
]);

/** Banks often write a bare & in SGML: what isn't an entity stays. */
const resolve = (text: string) =>
  text.replace(/&(#?\w{1,8});/g, (whole, name: string) => known.get(name) ?? fromCode(name) ?? whole);
const known = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));
