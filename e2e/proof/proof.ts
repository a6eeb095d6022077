/** The interface of every part of the proof: `e2e/proof/run.ts` runs them, the tests run their small size. */
export type ProofPart = (options: ProofOptions) => Promise<ProofReport>;

export type ProofOptions = {
  size: ProofSize;
  /** The seed of all random choices. */
  seed: number;
  /** A PostgreSQL server whose user may create databases. */
  postgresUrl?: string | undefined;
};

export type ProofSize = "small" | "full";

export type ProofReport = {
  figures: Figure[];
  /** The broken promises, as text; empty when the part passed. */
  broken: string[];
  /** Why the part could not run here. */
  notRun?: string;
};

export type Figure = { what: string; value: string | number; expected: string };

/** Runs `work` over the items, so many at a time; the results are in the items' order. */
export async function inTurns<Item, Value>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      // The index is below the length.
      results[index] = await work(items[index] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
