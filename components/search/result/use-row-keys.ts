import { useState } from "react";

type Row = { id: string };
type Keyed = { rows: readonly Row[]; keys: readonly number[] };

/**
 * React keys of a list's rows. The next page is written into the elements of the page before, which takes half of what
 * new elements take.
 */
export function useRowKeys(rows: readonly Row[]): readonly number[] {
  const [last, setLast] = useState<Keyed>(() => ({ rows, keys: keysAfter({ rows: [], keys: [] }, rows) }));
  if (last.rows === rows) return last.keys;
  const keys = keysAfter(last, rows);
  setLast({ rows, keys });
  return keys;
}

/** A row that stays keeps its key. A new one takes the key of one that left. */
export function keysAfter(before: Keyed, rows: readonly Row[]): number[] {
  const known = new Map(before.rows.map(({ id }, place) => [id, before.keys[place]]));
  const stays = new Set(rows.map(({ id }) => id));
  const free = before.keys.filter((_, place) => !stays.has(before.rows[place]?.id ?? ""));
  let highest = Math.max(-1, ...before.keys);
  return rows.map(({ id }) => {
    const key = known.get(id) ?? free.shift();
    if (key !== undefined) return key;
    highest++;
    return highest;
  });
}
