import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { Move } from "../attempts/attempts.ts";
import type { LookupRecords } from "./context.ts";
import type { BatchLookup } from "./notes.ts";

/** For tests only: rows of attempts in memory, with the rules of the store's. `before` runs before each call and may throw. */
export class MemoryRecords implements LookupRecords {
  rows = new Map<string, AttemptRow>();
  searches = new Map<string, string>();
  /** Ids of attempts whose card was saved by another one since. */
  savedSince = new Set<string>();
  /** Ids of the notices that were written. */
  notices: string[] = [];
  readonly #before: () => void;
  #lag: number | undefined;

  constructor(before: () => void = () => {}) {
    this.#before = before;
  }

  async due(now: number) {
    this.#before();
    return [...this.rows.values()].filter(
      ({ state, next_lookup_at }) =>
        (state === "unknown" || state === "resolved") && next_lookup_at !== null && next_lookup_at <= now,
    );
  }

  async byReference(references: readonly string[]) {
    this.#before();
    return [...this.rows.values()].filter(({ reference }) => references.includes(reference));
  }

  async answeredKeys(from: number, to: number) {
    this.#before();
    return [...this.rows.values()]
      .filter(({ state, original_key }) => state === "answered" && original_key === null)
      .filter(({ prepared_at, outcome_at }) => prepared_at >= from && (outcome_at ?? to) < to)
      .flatMap(({ transaction_key: key, answer }) =>
        key && JSON.parse(answer ?? "{}").is_duplicate !== "Y" ? [key] : [],
      );
  }

  async madeKeys(keys: readonly string[]) {
    this.#before();
    return [...this.rows.values()].flatMap(({ transaction_key: key }) =>
      key !== null && keys.includes(key) ? [key] : [],
    );
  }

  async move(moves: readonly Move[]) {
    this.#before();
    return moves.flatMap(({ id, from, change, notice }) => {
      const row = this.rows.get(id);
      if (!row || !from.includes(row.state)) return [];
      if (notice) this.notices.push(notice.id);
      this.rows.set(id, { ...row, ...change });
      return [id];
    });
  }

  async noteSighting(...[id, transaction]: Parameters<LookupRecords["noteSighting"]>) {
    this.#before();
    const row = this.rows.get(id);
    if (row) this.rows.set(id, { ...row, sighting: row.sighting ?? JSON.stringify(transaction) });
  }

  async saveLookup(...[{ id, lookups }, notes, nextLookupAt]: Parameters<LookupRecords["saveLookup"]>) {
    this.#before();
    const row = this.rows.get(id);
    if (!row || row.next_lookup_at === null) return;
    const lookup_notes = JSON.stringify(notes);
    this.rows.set(id, { ...row, lookup_notes, lookups: lookups + 1, next_lookup_at: nextLookupAt });
  }

  async isFollowed({ id, original_key, prepared_at }: AttemptRow) {
    this.#before();
    return [...this.rows.values()].some(
      (row) =>
        row.original_key === original_key &&
        row.id !== id &&
        row.prepared_at >= prepared_at &&
        row.state !== "unsent" &&
        row.state !== "refused",
    );
  }

  async isSavedSince({ id }: AttemptRow) {
    this.#before();
    return this.savedSince.has(id);
  }

  async listLag() {
    this.#before();
    return this.#lag;
  }

  async noteListLag(ms: number) {
    this.#before();
    this.#lag = ms;
  }

  async batchLookups(keys: readonly string[]): Promise<BatchLookup[]> {
    this.#before();
    return keys.flatMap((key) => {
      const search = this.searches.get(key);
      return search ? [JSON.parse(search)] : [];
    });
  }

  async saveBatchLookup(search: BatchLookup) {
    this.#before();
    this.searches.set(search.key, JSON.stringify(search));
  }
}

/** An attempt as it is recorded before it is sent. */
export function newRow(
  values: Pick<AttemptRow, "id" | "reference" | "command" | "prepared_at"> & Partial<AttemptRow>,
): AttemptRow {
  return {
    process_id: "this",
    user_id: "clerk-1",
    user_name: "Mira Castellanos",
    tender: "card",
    payer: "Visa ending 2224",
    amount_cents: 4250,
    original_key: null,
    original_before: null,
    fingerprint: null,
    digest: "",
    request: "{}",
    state: "prepared",
    sent_at: null,
    outcome_at: null,
    answer: null,
    transaction_key: null,
    problem: null,
    took_ms: null,
    next_lookup_at: null,
    lookups: 0,
    blocks_duplicates: 0,
    lookup_notes: null,
    sighting: null,
    contradiction: null,
    returned: null,
    completes: null,
    indexed: 0,
    drawer: null,
    drawer_shift: null,
    money_right: null,
    raised_cents: null,
    approved_by: null,
    recall_until: null,
    ...values,
  };
}
