import { createHash, randomUUID } from "node:crypto";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import type { FilePreview, ImportResult, PreviewLine } from "#lib/deposits/deposits-view.ts";
import type { BankLine, ReadFile } from "#lib/deposits/file/bank-file.ts";
import { readBankFile } from "#lib/deposits/file/read-bank-file.ts";
import type { FileRequest } from "#lib/deposits/requests.ts";
import type { SignedInUser } from "#server/auth/sessions.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import { matchExact } from "./match-exact.ts";

/** Importing a bank file: once to look at it, and once to store it. The file itself is never stored. */

const MOST_SHOWN = 200;

/** What an import of this file would do. Stores nothing. */
export async function previewFile(request: FileRequest): Promise<FilePreview> {
  const { bytes, sha256 } = open(request);
  const read = readBankFile(bytes, request.choice);
  if (read.kind === "refused") return read;
  const rows = await compare(read.lines);
  const before = await findFile(sha256);
  // What is new is looked at first.
  const shown = [
    ...rows.filter(({ state }) => state !== "here"),
    ...rows.filter(({ state }) => state === "here"),
  ];
  return {
    kind: "read",
    format: read.format,
    account: read.account,
    lines: shown
      .slice(0, MOST_SHOWN)
      .map(({ line: { identity: _, ...line }, state }) => ({ ...line, state })),
    counts: countStates(rows),
    unreadable: read.unreadable.slice(0, MOST_SHOWN),
    unreadableCount: read.unreadable.length,
    pending: read.pending,
    csv: read.csv,
    importedBefore: before && { by: before.imported_by, at: before.imported_at },
  };
}

/** Stores the lines of a file that aren't here yet, and matches what is certain. A second import adds nothing. */
export async function importFile(user: SignedInUser, request: FileRequest): Promise<ImportResult> {
  const { bytes, sha256 } = open(request);
  const read = readBankFile(bytes, request.choice);
  if (read.kind === "refused") return read;
  const rows = await compare(read.lines);
  const wanted = rows.filter(
    ({ state }) => state === "new" || (state === "possible" && request.includePossible),
  );
  const added = wanted.length > 0 ? await keep(user, request.name, sha256, read, wanted) : 0;
  const { here, possible } = countStates(rows);
  return {
    kind: "imported",
    added,
    here: here + wanted.length - added,
    possible: request.includePossible ? 0 : possible,
    unreadable: read.unreadable.length,
    matched: added > 0 ? await matchExact() : 0,
  };
}

type ComparedLine = { line: BankLine; rowKey: string; state: PreviewLine["state"] };

function open({ content }: FileRequest): { bytes: Uint8Array; sha256: string } {
  const bytes = Buffer.from(content, "base64");
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The lines with whether they are here: by their row key, or possibly, by day and amount from another source. */
async function compare(lines: readonly BankLine[]): Promise<ComparedLine[]> {
  const keyed = lines.map((line) => ({
    line,
    rowKey: createHash("sha256").update(line.identity).digest("hex"),
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
  const ownKeys = new Set(keyed.map(({ rowKey }) => rowKey));
  // What this file's own lines brought is no sign of another source.
  const alike = new Set(
    stored
      .filter(({ row_key }) => !ownKeys.has(row_key))
      .map(({ day, cents, currency }) => `${day} ${cents} ${currency}`),
  );
  return keyed.map(({ line, rowKey }) => ({
    line,
    rowKey,
    state: keys.has(rowKey)
      ? "here"
      : alike.has(`${line.day} ${line.cents} ${line.currency}`)
        ? "possible"
        : "new",
  }));
}

const countStates = (rows: readonly ComparedLine[]) => ({
  new: rows.filter(({ state }) => state === "new").length,
  here: rows.filter(({ state }) => state === "here").length,
  possible: rows.filter(({ state }) => state === "possible").length,
});

const findFile = (sha256: string) =>
  db().selectFrom("deposit_files").selectAll().where("sha256", "=", sha256).executeTakeFirst();

/** Returns how many lines were added: fewer where another import of the same lines ended first. */
async function keep(
  user: SignedInUser,
  name: string,
  sha256: string,
  { format, account }: ReadFile,
  wanted: readonly ComparedLine[],
): Promise<number> {
  const now = Date.now();
  const by = { id: user.id, name: user.name };
  return db()
    .transaction()
    .execute(async (store) => {
      await store
        .insertInto("deposit_files")
        .values({
          sha256,
          name: maskCardNumbers(name),
          format,
          account: account ?? null,
          added: 0,
          imported_by_id: by.id,
          imported_by: by.name,
          imported_at: now,
        })
        // A file whose unreadable rows a user mapped better adds more the second time.
        .onConflict((conflict) => conflict.column("sha256").doNothing())
        .execute();
      const count = () =>
        store
          .selectFrom("deposits")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("file_sha256", "=", sha256)
          .executeTakeFirstOrThrow();
      const before = await count();
      await insertMany<Database, "deposits">(
        store,
        "deposits",
        columns,
        wanted.map(({ line, rowKey }) => [
          ...[randomUUID(), rowKey, sha256, line.day, line.cents, line.currency, line.description],
          ...[line.trace ?? null, account ?? null, by.id, by.name, now, null],
        ]),
        "on conflict do nothing",
      );
      const added = (await count()).count - before.count;
      await store
        .updateTable("deposit_files")
        .set((eb) => ({ added: eb("added", "+", added) }))
        .where("sha256", "=", sha256)
        .execute();
      return added;
    });
}

const columns = {
  id: "text",
  row_key: "text",
  file_sha256: "text",
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
