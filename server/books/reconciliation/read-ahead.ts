import { setImmediate as nextTurn } from "node:timers/promises";

/** What is read for each part, in order. The next part is asked for while one is taken: PostgreSQL reads it meanwhile. */
export async function* ahead<Part, Rows>(
  all: Iterable<Part>,
  read: (part: Part) => Promise<Rows>,
): AsyncGenerator<Rows> {
  let reading: Promise<Rows> | undefined;
  for (const part of all) {
    // SQLite answers synchronously: without a turn of the event loop, a charge would wait until all parts are read.
    await nextTurn();
    const next = read(part);
    // It is awaited later, or never where the one before it fails.
    next.catch(() => {});
    if (reading) yield await reading;
    reading = next;
  }
  if (reading) yield await reading;
}
