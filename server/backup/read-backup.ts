import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { checkMac } from "#server/books/record-macs.ts";
import type { Cell } from "#server/sql/read-rows.ts";
import { BackupError, damaged, readLines } from "./backup-file.ts";
import { type Inspection, inspectRows, type Rows } from "./inspect-rows.ts";
import { manifest } from "./manifest.ts";

const header = z.object({
  format: z.literal("merchant-console-backup"),
  version: z.number().int(),
  /** Epoch ms. */
  at: z.number().int(),
  store: z.enum(["sqlite", "postgresql"]),
  /** The further account whose store it was. */
  account: z.string().optional(),
  /** The schema: the migrations that the store had had. */
  migrations: z.array(z.string()),
  /** The columns of each table, sorted. */
  tables: z.record(z.string(), z.array(z.string())),
});
export type Header = z.output<typeof header>;

const slice = z.object({ table: z.string(), rows: z.array(z.unknown()) });
const ending = z.object({ manifest });
const signature = z.object({ sha256: z.string(), seal: z.string() });

export type Backup = Inspection & { header: Header };

/**
 * Reads a backup to its end and hands each slice to `pass`. Throws BackupError unless it is whole, its figures are those of its
 * manifest, and it was sealed under a data key of this process: `pass` writes nothing that it doesn't take back then.
 */
export async function readBackup(
  path: string,
  pass?: (rows: Rows, header: Header) => Promise<void>,
): Promise<Backup> {
  const reader = new BackupReader(path);
  const first = await reader.readHeader();
  const inspection = await inspectRows(reader.readSlices(first), {
    pass: async (rows) => await pass?.(rows, first),
  });
  await reader.readEnd(inspection);
  return { ...inspection, header: first };
}

class BackupReader {
  readonly #path: string;
  readonly #lines: AsyncGenerator<string>;
  readonly #sha256 = createHash("sha256");
  #manifest: unknown;

  constructor(path: string) {
    this.#path = path;
    this.#lines = readLines(path);
  }

  async readHeader(): Promise<Header> {
    const found = this.#parse(header, await this.#next());
    if (found.version !== 1)
      throw new BackupError(
        `${this.#path} was written by a newer version of the console. Nothing was changed. Restore it with that version.`,
      );
    return found;
  }

  /** Ends with the manifest. */
  async *readSlices({ tables }: Header): AsyncGenerator<Rows> {
    for (const [table, columns] of Object.entries(tables)) yield { table, columns, rows: [] };
    while (true) {
      const value = await this.#next();
      const last = ending.safeParse(value);
      if (last.success) {
        this.#manifest = last.data.manifest;
        return;
      }
      const { table, rows } = this.#parse(slice, value);
      const columns = tables[table];
      if (!columns || !rows.every((row) => isRow(row, columns.length))) throw damaged(this.#path);
      yield { table, columns, rows: rows as Cell[][] }; // just checked
    }
  }

  async readEnd({ manifest: counted }: Inspection): Promise<void> {
    const { value } = await this.#lines.next();
    const { sha256, seal } = this.#parse(signature, value === undefined ? undefined : this.#toJson(value));
    const isWhole = (await this.#lines.next()).done && sha256 === this.#sha256.digest("hex");
    if (!isWhole || !isDeepStrictEqual(counted, this.#manifest)) throw damaged(this.#path);
    const integrity = await checkMac("backup", sha256, seal);
    if (integrity === "changed")
      throw new BackupError(
        `${this.#path} was changed after it was written. Nothing was changed. Use another backup.`,
      );
    if (integrity === "otherKey")
      throw new BackupError(
        `${this.#path} was written under another data key. Nothing was changed. Set CONSOLE_DATA_KEY to the key of that console; with the sandbox it is the file data-key of its DATA_DIR.`,
      );
  }

  async #next(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done) throw damaged(this.#path);
    this.#sha256.update(`${value}\n`);
    return this.#toJson(value);
  }

  #toJson(line: string): unknown {
    try {
      return JSON.parse(line);
    } catch {
      throw damaged(this.#path);
    }
  }

  #parse<Value>(shape: z.ZodType<Value>, value: unknown): Value {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    throw damaged(this.#path);
  }
}

const isRow = (row: unknown, length: number) =>
  Array.isArray(row) &&
  row.length === length &&
  row.every((cell) => cell === null || typeof cell === "string" || Number.isSafeInteger(cell));
