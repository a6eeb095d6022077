import { DUPLICATE_WINDOW_MS } from "../rules/duplicate.ts";
import type { SqliteFile } from "./sqlite-file.ts";

/**
 * SQLite: where payments of a kind may be found that are young enough to be repeated. In memory, made anew of the store's
 * youngest rows at each start, since an index of it in the file changes a page of its own for each payment: these are half
 * of what a commit writes. It only says where to look: what a row that it names is, the row itself tells, so one that was
 * undone since, or removed, does no harm.
 */
export type RecentKinds = {
  /** An approved payment that a later one may repeat. `at` is epoch ms, as all times here. */
  note(kind: string, id: number, at: number): void;
  /** Numbers of the rows that may be of the kind; all that are, and are younger than the window, are among them. */
  rowsOf(kind: string): readonly number[];
};

const known = new WeakMap<SqliteFile, RecentKinds>();

/** The one of a store, read from its rows when it is first asked for. */
export function recentKindsOf(file: SqliteFile): RecentKinds {
  let kinds = known.get(file);
  if (!kinds) {
    kinds = openRecentKinds();
    known.set(file, kinds);
    readYoungest(file, kinds);
  }
  return kinds;
}

const AT_A_TIME = 1000;

/** Rows are numbered as they come, so the youngest are the last. */
function readYoungest(file: SqliteFile, kinds: RecentKinds): void {
  const page = file.prepare(
    `select id, created_at, iif(result_code in ('A', 'P'), duplicate_of_kind, null) as kind
     from transactions where id < ? order by id desc limit ?`,
  );
  let before = Number.MAX_SAFE_INTEGER;
  let since: number | undefined;
  for (;;) {
    // The columns of the statement above.
    const rows = page.all([before, AT_A_TIME]) as { id: number; created_at: number; kind: string | null }[];
    for (const { id, created_at, kind } of rows) {
      since ??= created_at - DUPLICATE_WINDOW_MS;
      if (created_at < since) return;
      if (kind !== null) kinds.note(kind, id, created_at);
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_A_TIME) return;
    before = last.id;
  }
}

/** Two tables that take turns, each for as long as the window: what is in neither is too old to be repeated. */
export function openRecentKinds(): RecentKinds {
  let current = openTable();
  let previous = openTable();
  let startedAt: number | undefined;
  return {
    note: (kind, id, at) => {
      startedAt ??= at;
      if (at >= startedAt + DUPLICATE_WINDOW_MS) {
        previous = current;
        current = openTable();
        startedAt = at;
      }
      current.add(digestOf(kind), id);
    },
    rowsOf: (kind) => {
      const digest = digestOf(kind);
      const found = current.find(digest, []);
      return previous.find(digest, found);
    },
  };
}

const FEWEST_SLOTS = 1024;
/** A quarter more at a time: twice as many would be half empty just when a large file fills them. */
const GROWTH = 1.25;

/** Numbers by a digest of 32 bits, eight bytes each: a Map would take ten times that. */
function openTable() {
  let slots = FEWEST_SLOTS;
  let cells = new Uint32Array(2 * slots);
  let used = 0;

  const ownSlot = (digest: number) => Math.floor(digest * (slots / 2 ** 32));
  const behind = (slot: number) => (slot + 1 === slots ? 0 : slot + 1);

  /** The first free slot at or behind the one that is a digest's own. A number is never 0. */
  function put(digest: number, id: number): void {
    let slot = ownSlot(digest);
    while (cells[2 * slot + 1] !== 0) slot = behind(slot);
    cells[2 * slot] = digest;
    cells[2 * slot + 1] = id;
  }

  function grow(): void {
    const old = cells;
    slots = Math.ceil(slots * GROWTH);
    cells = new Uint32Array(2 * slots);
    for (let place = 0; place < old.length; place += 2)
      if (old[place + 1] !== 0) put(old[place] ?? 0, old[place + 1] ?? 0);
    // Given back at once, not when the heap is collected next.
    old.buffer.transfer(0);
  }

  return {
    add: (digest: number, id: number): void => {
      if (used >= slots * 0.8) grow();
      used++;
      put(digest, id);
    },
    find: (digest: number, found: number[]): number[] => {
      for (let slot = ownSlot(digest); ; slot = behind(slot)) {
        const id = cells[2 * slot + 1] ?? 0;
        if (id === 0) return found;
        if (cells[2 * slot] === digest) found.push(id);
      }
    },
  };
}

/** FNV-1a over the letters: they are of a digest already, and only spread over the slots here. */
function digestOf(kind: string): number {
  let digest = 0x811c9dc5;
  for (let place = 0; place < kind.length; place++)
    digest = Math.imul(digest ^ kind.charCodeAt(place), 0x01000193);
  return digest >>> 0;
}
