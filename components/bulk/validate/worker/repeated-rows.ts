import { toHex } from "#lib/bulk/file/slice-digest.ts";
import { rowEffect } from "#lib/bulk/row-effect.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import { maskedRow } from "./show-problem.ts";
import type { ValidRow } from "./validate-record.ts";
import type { Repeat } from "./worker-messages.ts";

/** Asks the console which rows were sent before, by their digests. */
export type SentBefore = {
  known(
    digests: readonly string[],
  ): Promise<{ digest: string; fileName: string; row: number; sentAt: number }[]>;
};

type Waiting = { row: number; check: ValidRow; about: string; digest: string };
export type ComparedRow = Omit<Waiting, "digest"> & { repeats: Repeat | undefined };

/** The most the console is asked about at once. */
const askAtOnce = 5000;

/** Compares each valid row with the rows above it and with all that was sent before, by digest alone. */
export class RepeatedRows {
  readonly #sentBefore: SentBefore;
  readonly #onCompared: (line: ComparedRow) => void;
  readonly #rows = new Map<string, number>();
  #waiting: Waiting[] = [];
  #asked: Promise<void> = Promise.resolve();

  /** `onCompared` is called for every row once, not in their order. */
  constructor(sentBefore: SentBefore, onCompared: (line: ComparedRow) => void) {
    this.#sentBefore = sentBefore;
    this.#onCompared = onCompared;
  }

  async take(lines: readonly { row: number; cells: BulkCells; check: ValidRow }[]): Promise<void> {
    const digests = await Promise.all(lines.map(({ cells }) => digestRow(cells)));
    for (const [place, { row, cells, check }] of lines.entries()) {
      const digest = digests[place] ?? "";
      const first = this.#rows.get(digest);
      if (first === undefined) {
        this.#rows.set(digest, row);
        this.#waiting.push({ row, check, about: maskedRow(cells), digest });
      } else
        this.#onCompared({ row, check, about: maskedRow(cells), repeats: { kind: "inFile", row: first } });
    }
    while (this.#waiting.length >= askAtOnce) await this.#ask(this.#waiting.splice(0, askAtOnce));
  }

  /** Every row has been compared once this is over. */
  async finish(): Promise<void> {
    await this.#ask(this.#waiting.splice(0));
    await this.#asked;
  }

  /** Where the fixed rows with the same effect are. */
  async of(row: number, cells: BulkCells): Promise<Repeat | undefined> {
    const digest = await digestRow(cells);
    const first = this.#rows.get(digest);
    if (first !== undefined && first !== row) return { kind: "inFile", row: first };
    this.forget(row);
    this.#rows.set(digest, row);
    const [known] = await this.#sentBefore.known([digest]);
    return known && toEarlier(known);
  }

  /** A row that is no longer fixed is not compared. */
  forget(row: number) {
    for (const [digest, other] of this.#rows) if (other === row) this.#rows.delete(digest);
  }

  /** One question is under way while the next rows are read; the next one reports its failure. */
  async #ask(lines: readonly Waiting[]): Promise<void> {
    await this.#asked;
    if (lines.length === 0) return;
    this.#asked = this.#compare(lines);
    this.#asked.catch(() => {}); // awaited before the next question and at the end
  }

  async #compare(lines: readonly Waiting[]) {
    const known = await this.#sentBefore.known(lines.map(({ digest }) => digest));
    const byDigest = new Map(known.map((one) => [one.digest, one]));
    for (const { digest, ...line } of lines) {
      const earlier = byDigest.get(digest);
      this.#onCompared({ ...line, repeats: earlier && toEarlier(earlier) });
    }
  }
}

const toEarlier = ({ fileName, row, sentAt }: { fileName: string; row: number; sentAt: number }): Repeat => ({
  kind: "earlier",
  fileName,
  row,
  sentAt,
});

const encoder = new TextEncoder();

/** The digest by which the console is asked about a row: the first 16 bytes of SHA-256 in hex. The server keys what it stores. */
async function digestRow(cells: BulkCells): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(rowEffect(cells)));
  return toHex(new Uint8Array(digest, 0, 16));
}
