import type { CommandName } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { enterOpenBatch, nextOrdinal } from "../store/batches.ts";
import type { BatchRow } from "../store/tables/batches.ts";

/** How a payment comes into the open batch: by itself, or with others that share what they know of it. */

/** Whether a command only adds a payment behind the last one. */
export const addsOnly = (command: CommandName): boolean => adding.has(command);

const adding: ReadonlySet<CommandName> = new Set<CommandName>([
  "sale",
  "authonly",
  "cc:postauth",
  "cc:credit",
  "check:sale",
  "cash:sale",
  "cash:refund",
]);

export const enterBatch = ({ bundle, db, now, sandbox: { settings } }: Call): Promise<BatchRow> | BatchRow =>
  bundle ? bundle.enterOpenBatch(now, settings.batchHours) : enterOpenBatch(db, now, settings.batchHours);

export const nextPlace = ({ bundle, db }: Call, batch: BatchRow): Promise<number> | number =>
  bundle ? bundle.nextOrdinal(batch.id) : nextOrdinal(db, batch.id);
