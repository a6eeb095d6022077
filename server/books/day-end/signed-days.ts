import type { Integrity } from "#lib/books/integrity.ts";
import type { DayFigures, DaySignature } from "#lib/day-end/day-end.ts";
import { reportHtml, reportText } from "#lib/day-end/report-html.ts";
import type { SignedReport } from "#lib/day-end/signed-report.ts";
import { type AuditHead, findHead, type NewAuditEvent, record } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";
import type { SignedDayRow } from "#server/db/tables/books/signed-days.ts";
import { sha256Hex } from "#server/sha256.ts";
import { giveNumber } from "../record-counts.ts";
import { checkMac, macOf } from "../record-macs.ts";
import { fingerprintOf } from "./read-figures.ts";

/** The signatures of a day, the newest first. */
export async function listSignatures(day: string): Promise<DaySignature[]> {
  const rows = await db()
    .selectFrom("signed_days")
    .selectAll()
    .where("day", "=", day)
    .orderBy("revision", "desc")
    .execute();
  return Promise.all(rows.map(toSignature));
}

/** A signed report with its file, as it was saved first. */
export async function findReport(
  number: number,
): Promise<{ report: SignedReport; hash: string; file: string; day: string } | undefined> {
  const row = await db()
    .selectFrom("signed_days")
    .selectAll()
    .where("number", "=", number)
    .executeTakeFirst();
  return row && { report: JSON.parse(row.report), hash: row.hash, file: fileOf(row), day: row.day };
}

const fileOf = ({ file, report }: SignedDayRow): string => file ?? reportHtml(JSON.parse(report), sha256Hex);

async function checkRow(row: SignedDayRow): Promise<Integrity> {
  const figures: DayFigures = JSON.parse(row.figures);
  const isWhole =
    fingerprintOf(figures) === row.fingerprint &&
    figures.day === row.day &&
    sha256Hex(reportText(JSON.parse(row.report))) === row.hash;
  if (!isWhole) return "changed";
  if (row.seal !== null) return await checkMac("signed day", signedDayText(row), row.seal);
  // A row without a MAC is that of an earlier version, and so never follows one with a MAC.
  const { withMac } = await db()
    .selectFrom("signed_days")
    .select(({ fn }) => fn.countAll<number>().as("withMac"))
    .where("number", "<", row.number)
    .where("seal", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(withMac) === 0 ? "unsealed" : "changed";
}

/** All that is signed. What is added here later breaks the MACs of earlier rows. */
const coveredColumns = [
  "number",
  "day",
  "revision",
  "signed_by_id",
  "signed_by",
  "signed_at",
  "note",
  "figures",
  "fingerprint",
  "left_open",
  "report",
  "hash",
  "file",
] as const satisfies (keyof SignedDayRow)[];

/** The text that the MAC of a signed day covers. */
export const signedDayText = (row: Omit<SignedDayRow, "seal">): string =>
  JSON.stringify(coveredColumns.map((column) => row[column]));

/** Adds a signature with the next number. False when the day has one of this revision already. */
export async function addSignature(
  sign: (number: number, auditHead: AuditHead | undefined) => Omit<SignedDayRow, "seal">,
): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const head = await findHead(store);
      const signed = sign(await giveNumber(store, "signed day"), head);
      const row = { ...signed, seal: await macOf("signed day", signedDayText(signed)) };
      const { numInsertedOrUpdatedRows } = await store
        .insertInto("signed_days")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      // The number that was given is not used: it is taken back with the transaction.
      if (numInsertedOrUpdatedRows !== 1n) throw new AlreadySignedError();
      await record(store, ...toEvents(signed, head));
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof AlreadySignedError) return false;
      throw error;
    });
}

class AlreadySignedError extends Error {}

/** The signature, and the head of the log that its report shows. */
function toEvents(
  { day, number, hash, signed_by_id, signed_by }: Omit<SignedDayRow, "seal">,
  head: AuditHead | undefined,
): NewAuditEvent[] {
  const by = { id: signed_by_id, name: signed_by };
  const place = `Day report ${number}`;
  return [
    { name: "day.signed", by, subject: day, fields: { number, hash } },
    ...(head ? [{ name: "log.anchored" as const, by, subject: day, fields: { place, ...head } }] : []),
  ];
}

const toSignature = async (row: SignedDayRow): Promise<DaySignature> => ({
  number: row.number,
  revision: row.revision,
  by: row.signed_by,
  at: row.signed_at,
  note: row.note,
  figures: JSON.parse(row.figures),
  fingerprint: row.fingerprint,
  left: JSON.parse(row.left_open),
  hash: row.hash,
  fileHash: sha256Hex(fileOf(row)),
  integrity: await checkRow(row),
});
