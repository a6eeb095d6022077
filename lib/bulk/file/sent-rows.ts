import { t } from "#lib/language/t.ts";
import { accountLabel } from "../../card-data/bank-numbers.ts";
import type { BulkCells, BulkColumn } from "../../gateway/schemas/bulk.ts";
import {
  type Approval,
  canonicalCells,
  canonicalEdits,
  isReviewed,
  maxPayouts,
  type Review,
} from "../approval.ts";
import { addToTotals, type BulkTotal } from "../bulk-totals.ts";
import { type FileEdits, type FilePlan, toCells } from "./file-plan.ts";
import { maskCell } from "./mask-cell.ts";
import type { FileRecord } from "./record-reader.ts";
import { type RowSource, rowSource } from "./row-source.ts";
import { type Sha256, SliceDigest, toHex } from "./slice-digest.ts";
import { type RowValidation, validateRow } from "./validate-row.ts";

export type SentRow = { row: number; cells: BulkCells; check: Extract<RowValidation, { kind: "good" }> };

/**
 * Makes the rows that are sent out of a file's records, and from them what an approval covers. The browser and the server
 * run this same code, so that one file with the same fixes comes to the same approval on both.
 */
export class SentRows {
  /** Records below the header. */
  rows = 0;
  good = 0;
  readonly totals: BulkTotal[] = [];
  readonly #plan: FilePlan;
  readonly #edits: FileEdits;
  readonly #excluded: Set<number>;
  readonly #currentMonth: string;
  readonly #sha256: Sha256;
  readonly #digest: SliceDigest;
  readonly #review: Review = { edits: [], payouts: [] };
  readonly #encoder = new TextEncoder();
  #pending = new Uint8Array(64 * 1024);
  #filled = 0;

  /** `currentMonth` is the merchant's own, "2026-11". */
  constructor(
    { plan, edits, currentMonth }: { plan: FilePlan; edits: FileEdits; currentMonth: string },
    sha256: Sha256,
  ) {
    this.#plan = plan;
    this.#edits = edits;
    this.#excluded = new Set(edits.excluded);
    this.#currentMonth = currentMonth;
    this.#sha256 = sha256;
    this.#digest = new SliceDigest(sha256);
  }

  /** The row as it is sent; undefined for the header and for rows that are excluded or invalid. */
  take({ row, cells: record }: FileRecord): SentRow | undefined {
    if (row === 1) return undefined;
    this.rows += 1;
    if (this.#excluded.has(row)) return undefined;
    const inFile = toCells(record, this.#plan);
    const cells = this.#edits.fixed[row] ?? inFile;
    const check = validateRow(cells, this.#currentMonth);
    if (check.kind === "bad") return undefined;
    this.good += 1;
    addToTotals(this.totals, check);
    if (cells !== inFile) this.#noteEdits(row, inFile, cells);
    if (isReviewed(check.command)) this.#notePayout(row, cells, check);
    this.#add(JSON.stringify([row, canonicalCells(cells)]));
    return { row, cells, check };
  }

  /** Hashes the rows taken so far and overwrites their bytes. */
  async flush(): Promise<void> {
    await this.#digest.update(this.#pending.subarray(0, this.#filled));
    this.#pending.fill(0, 0, this.#filled);
    this.#filled = 0;
  }

  /** Once the last row was taken. */
  async end(): Promise<Approval> {
    await this.flush();
    return {
      rowsDigest: await this.#digest.end(),
      editsDigest: await digestEdits(this.#edits, this.#sha256),
      review: this.#review,
    };
  }

  /** Leaves nothing of a file that is given up. */
  wipe(): void {
    this.#pending.fill(0);
    this.#digest.wipe();
  }

  #noteEdits(row: number, before: BulkCells, after: BulkCells) {
    const columns = new Set([...Object.keys(before), ...Object.keys(after)] as BulkColumn[]); // Object.keys forgets the type
    for (const column of columns) {
      const [from = "", to = ""] = [before[column], after[column]];
      if (from !== to)
        this.#review.edits.push({ row, column, before: shorten(column, from), after: shorten(column, to) });
    }
  }

  #notePayout(row: number, cells: BulkCells, { command, amountCents }: SentRow["check"]) {
    const { payouts } = this.#review;
    // One more than is allowed shows that there are too many.
    if (payouts.length > maxPayouts) return;
    const source = rowSource(command, cells);
    const payee = shorten("cardholder", payeeOf(source, cells));
    const original = cells.trankey?.trim();
    payouts.push({
      row,
      command,
      payee,
      to: formatAccount(source, cells),
      cents: amountCents ?? null,
      // The check refused a card number here; a long reference number is needed whole.
      ...(original && { original }),
    });
  }

  /** JSON holds no line break, so that no two lists of rows are one text. */
  #add(text: string) {
    const needed = this.#filled + text.length * 3 + 1;
    if (needed > this.#pending.length) {
      const larger = new Uint8Array(needed * 2);
      larger.set(this.#pending);
      this.#pending.fill(0);
      this.#pending = larger;
    }
    this.#filled += this.#encoder.encodeInto(text, this.#pending.subarray(this.#filled)).written;
    this.#pending[this.#filled] = 10;
    this.#filled += 1;
  }
}

/** The digest of fixes and excluded rows, which the server can compare before it opens a connection. */
export async function digestEdits(edits: FileEdits, sha256: Sha256): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalEdits(edits));
  const digest = toHex(await sha256(bytes));
  bytes.fill(0);
  return digest;
}

const nameOf = ({ billing_fname = "", billing_lname = "", billing_company = "" }: BulkCells) =>
  `${billing_fname} ${billing_lname}`.trim() || billing_company;

/** Who is paid on an earlier payment only the gateway knows, even if the row has a name. */
function payeeOf(source: RowSource, cells: BulkCells): string {
  if (source === "payment") return "";
  const holder = source === "check" ? cells.accountholder : source === "card" ? cells.cardholder : "";
  return holder || nameOf(cells);
}

function formatAccount(source: RowSource, { account = "", ccnum = "", trankey = "" }: BulkCells): string {
  switch (source) {
    case "check":
      return accountLabel(t("Account"), account.trim());
    case "card":
      return t("Card ending {ccnum}", { ccnum: ccnum.replace(/[\s-]/g, "").slice(-4) });
    case "cash":
      return t("Cash");
    case "payment":
      return t("Payment {number}", { number: shorten("trankey", trankey) });
  }
}

const shorten = (column: BulkColumn, cell: string) => maskCell(column, cell).slice(0, 80);
