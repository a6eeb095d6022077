import { toDecimal } from "#lib/money.ts";
import { dayIn } from "#lib/time.ts";
import type { Sandbox } from "../context.ts";
import { batchKindOf } from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import { readFact } from "../store/facts.ts";
import type { TransactionDetails } from "../store/tables/transactions.ts";

/** One line of the merchant's bank account. */
export type Deposit = {
  /** "2026-11-20" */
  day: string;
  /** Cents; below zero where a batch gave back more than it took. */
  cents: number;
  /** Identifies the entry at the bank. */
  id: string;
  /** The number by which the bank traces it. */
  trace: string;
  description: string;
};

/**
 * What the bank has paid for the closed batches so far: each batch's total on the next banking day, American Express in a
 * deposit of its own, the checks of a day together five banking days later. Of a sample, two deposits are missing.
 */
export async function listDeposits({ store, settings, clock }: Sandbox): Promise<Deposit[]> {
  const today = dayIn(settings.timeZone, clock.now());
  return await store.read(async (db) => {
    const missing = await missingBatches(db);
    const closed = await db
      .selectFrom("batches")
      .select(["id", "key", "sequence", "closed_at"])
      .where("status", "=", "closed")
      .orderBy("id")
      .execute();
    const deposits: Deposit[] = [];
    for (const { id, key, sequence, closed_at } of closed) {
      const day = nextBankingDay(dayIn(settings.timeZone, closed_at ?? 0));
      if (day > today) continue;
      const { amex, others } = await sumPayouts(db, id);
      const number = String(sequence).padStart(6, "0");
      const parts = [
        {
          cents: others,
          id: key,
          trace: `09100001${number}0`,
          payer: "MERCHANT DEPOSIT",
          isMissing: missing.has(sequence),
        },
        {
          cents: amex,
          id: `${key}A`,
          trace: `09100001${number}3`,
          payer: "AMERICAN EXPRESS SETTLEMENT",
          isMissing: false,
        },
      ];
      for (const { cents, id, trace, payer, isMissing } of parts)
        if (cents !== 0 && !isMissing)
          deposits.push({ day, cents, id, trace, description: `${payer} ${trace}` });
    }
    return [...deposits, ...(await listCheckDeposits(db, settings.timeZone, today))].sort((one, other) =>
      one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
    );
  });
}

/** How many banking days the checks of a day take. */
const CHECK_DAYS = 5;

/** The funded checks of each day together, less refunds. */
async function listCheckDeposits(db: Db, timeZone: string, today: string): Promise<Deposit[]> {
  const rows = await db
    .selectFrom("transactions")
    .select(["trantype_code", "amount", "created_at"])
    .where("trantype_code", "in", ["K", "R", "H"])
    .where("status_code", "in", ["F", "S"])
    .execute();
  const byDay = Map.groupBy(rows, ({ created_at }) => dayIn(timeZone, created_at));
  return [...byDay].flatMap(([taken, own]) => {
    let day = taken;
    for (let days = 0; days < CHECK_DAYS; days += 1) day = nextBankingDay(day);
    const cents = own.reduce((sum, row) => sum + (row.trantype_code === "K" ? row.amount : -row.amount), 0);
    if (day > today || cents === 0) return [];
    const trace = `09100002${taken.replaceAll("-", "").slice(2)}1`;
    return [{ day, cents, id: `checks-${taken}`, trace, description: `ACH CHECKS ${trace}` }];
  });
}

/** What a batch's cards bring, in cents: American Express pays its own. */
async function sumPayouts(db: Db, batchId: number): Promise<{ amex: number; others: number }> {
  const rows = await db
    .selectFrom("transactions")
    .select(["trantype_code", "amount", "details"])
    .where("batch_id", "=", batchId)
    .execute();
  const sums = { amex: 0, others: 0 };
  for (const { trantype_code, amount, details } of rows) {
    const kind = batchKindOf(trantype_code);
    const { card } = JSON.parse(details) as TransactionDetails; // as it was stored
    const cents = kind === "sales" ? amount : kind === "refunds" ? -amount : 0;
    sums[card?.letter === "A" ? "amex" : "others"] += cents;
  }
  return sums;
}

/** Places of the two batches of a sample whose money never arrives. */
async function missingBatches(db: Db): Promise<ReadonlySet<number>> {
  const fact = await readFact(db, "sample");
  if (fact === undefined) return new Set();
  // Written by control/sample.ts.
  const { days } = JSON.parse(fact) as { days: number };
  return new Set([Math.ceil(days / 3), Math.ceil((days * 2) / 3)]);
}

/** Monday to Friday; bank holidays are not known here. */
function nextBankingDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  do date.setUTCDate(date.getUTCDate() + 1);
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6);
  return date.toISOString().slice(0, 10);
}

/** No value of a deposit needs quotes. */
export function toDepositsCsv(deposits: readonly Deposit[]): string {
  const rows = deposits.map(({ day, description, cents, trace }) => [
    day,
    description,
    toDecimal(cents),
    trace,
  ]);
  return [["Date", "Description", "Amount", "Trace"], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

/** OFX 1.0.2, as banks offer it for download. */
export function toDepositsOfx(deposits: readonly Deposit[]): string {
  const ends = [deposits.at(0)?.day ?? EMPTY_DAY, deposits.at(-1)?.day ?? EMPTY_DAY].map(toOfxDay);
  const balance = deposits.reduce((sum, { cents }) => sum + cents, 0);
  return [
    ...["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII", "CHARSET:1252"],
    ...["COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", ""],
    "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>",
    `<DTSERVER>${ends[1]}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>`,
    "<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>",
    "<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>000000004321<ACCTTYPE>CHECKING</BANKACCTFROM>",
    `<BANKTRANLIST><DTSTART>${ends[0]}<DTEND>${ends[1]}`,
    ...deposits.map(toOfxEntry),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${toDecimal(balance)}<DTASOF>${ends[1]}</LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
    "",
  ].join("\r\n");
}

/** OFX has no statement without days. */
const EMPTY_DAY = "2000-01-01";

function toOfxEntry({ day, cents, id, trace, description }: Deposit): string {
  const type = cents < 0 ? "DEBIT" : "CREDIT";
  return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${toOfxDay(day)}<TRNAMT>${toDecimal(cents)}<FITID>${id}<NAME>${description.slice(0, -trace.length - 1)}<MEMO>TRACE ${trace}</STMTTRN>`;
}

/** At noon, so that no time zone moves it to another day. */
const toOfxDay = (day: string) => `${day.replaceAll("-", "")}120000`;
