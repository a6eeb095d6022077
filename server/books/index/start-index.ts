import { isFirstStart, repeat } from "#server/background.ts";
import { db } from "#server/db/db.ts";
import { refreshStatistics } from "#server/sql/dialect.ts";
import { readHistory } from "./history.ts";
import { indexAttempts } from "./index-attempts.ts";
import { rereadNext } from "./reread.ts";

/** Keeps the index of transactions in the background, once for the process. */
export function startIndex(): void {
  if (!isFirstStart("merchant-console.index")) return;
  repeat(indexAttempts, secondMs, "indexing payments failed; it will be repeated");
  const readEarlier = async () => {
    while (await readHistory());
  };
  repeat(readEarlier, secondMs, "reading earlier batches failed; it will be repeated");
  repeat(rereadNext, rereadApartMs, "reading checks again failed; it will be repeated");
  repeat(() => refreshStatistics(db()), hourMs, "counting the index failed; it will be repeated");
}

const secondMs = 1000;
const hourMs = 3_600_000;
/** At most 15 a minute: a third of what the gateway permits. */
const rereadApartMs = 4000;
