import { perProcess } from "#server/per-process.ts";
import { RefusedBodyError } from "#server/read-body.ts";

/**
 * What a person asks a search for. Of each one runs at a time, and one waits: nobody can pile up queries, and the parts of
 * a page don't end each other.
 */
export type SearchPart = "list" | "figures" | "values" | "counts";

type Turn = { running: Promise<unknown>; isReplaced: boolean; waiting: { replace: () => void } | undefined };

const turns = perProcess("merchant-console.search-turns", () => new Map<string, Turn>());

/**
 * Runs a part of a person's search. The newest of that person ends the ones before: one that waits is refused, one that
 * runs learns it from `endIfReplaced`, which throws a refusal, and no query of it takes longer than its time.
 */
export async function oneAtATime<Value>(
  userId: string,
  part: SearchPart,
  run: (endIfReplaced: () => void) => Promise<Value>,
): Promise<Value> {
  const key = `${userId} ${part}`;
  for (let turn = turns.get(key); turn; turn = turns.get(key)) {
    turn.isReplaced = true;
    await waitFor(turn);
  }
  const own: Turn = { running: Promise.resolve(), isReplaced: false, waiting: undefined };
  turns.set(key, own);
  const endIfReplaced = () => {
    if (own.isReplaced) throw replaced();
  };
  // A microtask later, so that it is known as running before it begins.
  const running = Promise.resolve().then(() => run(endIfReplaced));
  own.running = running.finally(() => turns.delete(key)).catch(() => undefined);
  return running;
}

/** Until the running one has ended; refused once a newer one waits. */
function waitFor(turn: Turn): Promise<unknown> {
  turn.waiting?.replace();
  return new Promise((resolve, reject) => {
    turn.waiting = { replace: () => reject(replaced()) };
    turn.running.then(resolve);
  });
}

const replaced = () =>
  new RefusedBodyError(409, "You started a newer search, which ended this one. Search again.");
