import { makeKey } from "../keys.ts";
import type { Vault } from "../vault.ts";
import { enterOpenBatch, nextOrdinal } from "./batches.ts";
import { isPostgres } from "./dialect.ts";
import { insertRaised, type RaisedEvent } from "./raised-events.ts";
import { insertSealed, nameSealed } from "./sealed-together.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";

/**
 * What payments share that are added one after the other: the open batch, which is held meanwhile, the place behind its
 * last row, one row for the events of all and one for what they keep sealed. Enters and counts as the functions of the same
 * names do alone.
 */
export type Bundle = {
  enterOpenBatch(now: number, hours: number): Promise<BatchRow> | BatchRow;
  nextOrdinal(batchId: number): Promise<number> | number;
  raise(event: RaisedEvent): void;
  /** Seals a text together with those of the others; gives what `openSealed` opens once it is settled. */
  seal(vault: Pick<Vault, "seal">, text: string): string;
  /** Writes events and sealed texts down; due before the transaction ends. */
  settle(): Promise<void>;
  /** Before anything else may have changed the batch. */
  forget(): void;
  /** When what was done since it was last settled is undone. */
  undo(): void;
};

/** Each by itself would take longer to seal than to store. */
type Sealing = { key: string; vault: Pick<Vault, "seal">; texts: string[] };

export function openBundle(db: Db): Bundle {
  let batch: BatchRow | undefined;
  let lastOrdinal: number | undefined;
  let raised: RaisedEvent[] = [];
  let sealing: Sealing | undefined;
  const forget = () => {
    batch = undefined;
    lastOrdinal = undefined;
  };
  return {
    enterOpenBatch: (now, hours) =>
      batch ??
      enterOpenBatch(db, now, hours).then((entered) => {
        batch = entered;
        return entered;
      }),
    nextOrdinal: (batchId) => {
      // On PostgreSQL a place is of the clock's making, with nothing to look up.
      if (lastOrdinal !== undefined && !isPostgres(db)) return ++lastOrdinal;
      return nextOrdinal(db, batchId).then((ordinal) => {
        lastOrdinal = ordinal;
        return ordinal;
      });
    },
    raise: (event) => raised.push(event),
    seal: (vault, text) => {
      sealing ??= { key: makeKey("sealed", Date.now()), vault, texts: [] };
      return nameSealed(sealing.key, sealing.texts.push(text) - 1);
    },
    settle: async () => {
      const [events, sealed] = [raised, sealing];
      [raised, sealing] = [[], undefined];
      if (events.length > 0) await insertRaised(db, events);
      if (sealed)
        await insertSealed(db, { key: sealed.key, sealed: sealed.vault.seal(JSON.stringify(sealed.texts)) });
    },
    forget,
    undo: () => {
      forget();
      [raised, sealing] = [[], undefined];
    },
  };
}
