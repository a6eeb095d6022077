import { t } from "#lib/language/t.ts";
import type { Batch } from "../gateway/schemas/batch.ts";

/**
 * What one calls a batch: its sequence number. Until that is known, its reference is named as such, so that no batch
 * has two numbers.
 */
export function batchNumber({ sequence, batchrefnum, key }: Named): string {
  return sequence || (batchrefnum ? t("ref. {batchrefnum}", { batchrefnum }) : (key ?? ""));
}

type Named = Pick<Batch, "sequence" | "batchrefnum" | "key">;
