import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import type { FilePreview, ImportResult, PreviewLine } from "#lib/deposits/deposits-view.ts";
import { accountOf, type BankLine, type ReadFile } from "#lib/deposits/file/bank-file.ts";
import { readBankFile } from "#lib/deposits/file/read-bank-file.ts";
import type { FileRequest } from "#lib/deposits/requests.ts";
import { dayIn } from "#lib/time.ts";
import { record } from "#server/audit/record.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { DepositFilesTable } from "#server/db/tables/books/deposit-files.ts";
import { env } from "#server/env.ts";
import { type Digest, digestsFor } from "#server/payments/card-data/secrets.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import { matchExact } from "./match-exact.ts";
import { within } from "./within.ts";

/** Importing a bank file: once to look at it, and once to store it. The file itself is never stored. */

const MAX_SHOWN = 200;
/** Matching that takes longer goes on after the import has answered. */
const MATCHING_MS = 5000;

/** What an import of this file would do. Stores nothing. */
export async function previewFile(request: FileRequest): Promise<FilePreview> {
  const bytes = bytesOf(request);
  const read = readBankFile(bytes, request.choice, dayIn(env().gatewayTimeZone, Date.now()));
  if (read.kind === "refused") return read;
  const rows = await compare(read.lines);
  const before = await findFile(db(), await digestsOf(bytes));
  // What is new is looked at first.
  const shown = [
    ...rows.filter(({ state }) => state !== "here"),
    ...rows.filter(({ state }) => state === "here"),
  ];
  return {
    kind: "read",
    format: read.format,
    account: accountOf(read.lines),
    lines: shown
      .slice(0, MAX_SHOWN)
      .map(({ line: { identity: _, account: __, ...line }, state }) => ({ ...line, state })),
    counts: countStates(rows),
    unreadable: read.unreadable.slice(0, MAX_SHOWN),
    unreadableCount: read.unreadable.length,
    pending: read.pending,
    leftOut: read.leftOut,
    csv: read.csv,
    importedBefore: before && { by: before.imported_by, at: before.imported_at },
  };
}

/** Stores the lines of a file that aren't here yet, and matches what is certain. A second import adds nothing. */
export async function importFile(user: SignedInUser, request: FileRequest): Promise<ImportResult> {
  const bytes = bytesOf(request);
  const read = readBankFile(bytes, request.choice, dayIn(env().gatewayTimeZone, Date.now()));
  if (read.kind === "refused") return read;
  const rows = await compare(read.lines);
  const wanted = rows.filter(
    ({ state }) => state === "new" || (state === "possible" && request.includePossible),
  );
  const kept =
    wanted.length > 0 ? await keep(user, request.name, await digestsOf(bytes), read, wanted) : undefined;
  const added = kept?.added ?? 0;
  const { here, possible } = countStates(rows);
  return {
    kind: "imported",
    added,
    here: here + wanted.length - added,
    possible: request.includePossible ? 0 : possible,
    unreadable: read.unreadable.length,
    matched: kept && added > 0 ? await matchAdded(kept) : 0,
  };
}

/** How many of the added lines are matched automatically, which may match earlier ones too; undefined while that goes on. */
async function matchAdded({ file, at }: { file: string; at: number }): Promise<number | undefined> {
  if ((await within(matchExact(), MATCHING_MS)) === undefined) return undefined;
  const { count } = await db()
    .selectFrom("deposits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("file_id", "=", file)
    .where("added_at", "=", at)
    .where("match_id", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

type ComparedLine = { line: BankLine; rowKey: string; state: PreviewLine["state"] };

const bytesOf = ({ content }: FileRequest): Uint8Array => Buffer.from(content, "base64");

/** The digests that may be stored for a file: under the current data key first. */
async function digestsOf(bytes: Uint8Array): Promise<string[]> {
  const digests = await digestsFor("bank file");
  const sha256 = hash("sha256", bytes);
  return digests.map((digest) => digest(sha256));
}

/**
 * The lines with whether they are here: by their row key, or possibly, by day and amount from another source. A row key is
 * of one day, so the stored lines of these days are all that the import may find.
 */
async function compare(lines: readonly BankLine[]): Promise<ComparedLine[]> {
  const [current, ...older] = await digestsFor("bank line");
  const keyed = lines.map((line) => ({
    line,
    rowKey: current(line.identity),
    olderKeys: older.map((digest: Digest) => digest(line.identity)),
  }));
  const days = lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stored = await db()
    .selectFrom("deposits")
    .select(["row_key", "day", "cents", "currency"])
    .where("day", ">=", first)
    .where("day", "<=", last)
    .execute();
  const keys = new Set(stored.map(({ row_key }) => row_key));
  const ownKeys = new Set(keyed.flatMap(({ rowKey, olderKeys }) => [rowKey, ...olderKeys]));
  // What this file's own lines brought is no sign of another source.
  const sameElsewhere = new Set(
    stored
      .filter(({ row_key }) => !ownKeys.has(row_key))
      .map(({ day, cents, currency }) => `${day} ${cents} ${currency}`),
  );
  return keyed.map(({ line, rowKey, olderKeys }) => ({
    line,
    rowKey,
    state: [rowKey, ...olderKeys].some((key) => keys.has(key))
      ? "here"
      : sameElsewhere.has(`${line.day} ${line.cents} ${line.currency}`)
        ? "possible"
        : "new",
  }));
}

const countStates = (rows: readonly ComparedLine[]) => ({
  new: rows.filter(({ state }) => state === "new").length,
  here: rows.filter(({ state }) => state === "here").length,
  possible: rows.filter(({ state }) => state === "possible").length,
});

const findFile = (store: Kysely<Database>, digests: readonly string[]) =>
  store.selectFrom("deposit_files").selectAll().where("digest", "in", digests).executeTakeFirst();

/** The file's row, made unless the file was imported before: better mapped, it adds more the second time. */
async function requireFile(
  store: Kysely<Database>,
  digests: readonly string[],
  row: Omit<DepositFilesTable, "id" | "digest" | "undone_by_id" | "undone_by" | "undone_at">,
): Promise<string> {
  const known = await findFile(store, digests);
  if (known) return known.id;
  await store
    .insertInto("deposit_files")
    .values({
      id: randomUUID(),
      digest: digests[0] ?? null,
      ...row,
      undone_by_id: null,
      undone_by: null,
      undone_at: null,
    })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
  const made = await findFile(store, digests);
  if (!made) throw new Error("the file's row was not stored");
  return made.id;
}

/** Returns how many lines were added, to which file and when: fewer where another import of the same lines ended first. */
async function keep(
  user: SignedInUser,
  name: string,
  digests: readonly string[],
  { format, lines }: ReadFile,
  wanted: readonly ComparedLine[],
): Promise<{ added: number; file: string; at: number }> {
  const now = Date.now();
  const by = { id: user.id, name: user.name };
  return db()
    .transaction()
    .execute(async (store) => {
      const file = await requireFile(store, digests, {
        name: maskCardNumbers(name),
        format,
        account: accountOf(lines) ?? null,
        added: 0,
        imported_by_id: by.id,
        imported_by: by.name,
        imported_at: now,
      });
      const count = () =>
        store
          .selectFrom("deposits")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("file_id", "=", file)
          .executeTakeFirstOrThrow();
      const before = await count();
      await insertMany<Database, "deposits">(
        store,
        "deposits",
        columns,
        wanted.map(({ line, rowKey }) => [
          ...[randomUUID(), rowKey, file, line.day, line.cents, line.currency, line.description],
          ...[line.trace ?? null, line.account ?? null, by.id, by.name, now, null],
        ]),
        "on conflict do nothing",
      );
      const added = (await count()).count - before.count;
      // Another import of the same lines ended first: a file that brought nothing is no import.
      if (before.count + added === 0)
        await store.deleteFrom("deposit_files").where("id", "=", file).execute();
      await store
        .updateTable("deposit_files")
        .set((eb) => ({ added: eb("added", "+", added) }))
        .where("id", "=", file)
        .execute();
      const fields = { lines: added };
      if (added > 0) await record(store, { name: "deposit.imported", by, subject: file, fields });
      return { added, file, at: now };
    });
}

const columns = {
  id: "text",
  row_key: "text",
  file_id: "text",
  day: "text",
  cents: "bigint",
  currency: "text",
  description: "text",
  trace: "text",
  account: "text",
  added_by_id: "text",
  added_by: "text",
  added_at: "bigint",
  match_id: "text",
} as const;
