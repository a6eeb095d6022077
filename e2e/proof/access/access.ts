import { RunningConsole } from "#e2e/support/running-console.ts";
import { openTestStore } from "#e2e/support/test-store.ts";
import type { Figure, ProofOptions, ProofReport } from "../proof.ts";
import { type Actor, gatherActors } from "./actors.ts";
import { tryForeignPages } from "./foreign-pages.ts";
import { sendForgedEvents } from "./forged-events.ts";
import { tryEveryEntryPoint } from "./matrix.ts";
import { sendNonsense } from "./nonsense.ts";

/** `oneIn`: how many of the cells are tried; which ones, the seed says. */
const sizes = {
  small: { oneIn: 4, nonsense: 200, events: 5 },
  full: { oneIn: 1, nonsense: 10_000, events: 200 },
};
const webhookKey = "proof-of-access-webhook-key-0123456789";

/** The console as `npm start` runs it, called directly: by every role at every entry point, from foreign pages, with nonsense, and with forged events. */
export async function proveAccess({ size, seed }: ProofOptions): Promise<ProofReport> {
  const place = await openTestStore("sqlite", `prove-access-${process.pid}`);
  const settings = { GATEWAY_WEBHOOK_KEY: webhookKey, SANDBOX_WEBHOOK_URL: "http://127.0.0.1:9/" };
  const running = await RunningConsole.start({ place, settings });
  try {
    return await visitAll(running.origin, await gatherActors(running), { size, seed });
  } finally {
    await running.stop();
    await place.close();
  }
}

async function visitAll(
  origin: string,
  actors: readonly Actor[],
  { size, seed }: Pick<ProofOptions, "size" | "seed">,
): Promise<ProofReport> {
  const counts = sizes[size];
  const [manager, admin] = (["manager", "admin"] as const).map((role) =>
    actors.find((one) => one.role === role),
  );
  if (!manager || !admin) throw new Error("Nobody could sign in.");
  const matrix = await tryEveryEntryPoint(origin, actors, { seed, ...counts });
  const foreign = await tryForeignPages(origin, admin, { seed, ...counts });
  const events = await sendForgedEvents(origin, { key: webhookKey, count: counts.events, seed, manager });
  const nonsense = await sendNonsense(origin, actors, { count: counts.nonsense, seed });
  const figure = (what: string, value: string | number, expected = ""): Figure => ({ what, value, expected });
  return {
    figures: [
      figure("who × page, route and action: cells", matrix.cells),
      figure("cells that are not as the table of rights says", matrix.wrong.length, "0"),
      figure("8 foreign origins × every action and writing route: requests", foreign.cells),
      figure("done for a foreign page", foreign.wrong.length, "0"),
      figure("events forged, replayed; kept", Object.values(events.figures).join(", ")),
      figure("events answered or kept wrongly", events.wrong.length, "0"),
      figure("requests of nonsense", counts.nonsense),
      figure("answered with 500 or more", nonsense.broken.length, "0"),
      figure("let in without a session", nonsense.letIn.length, "0"),
    ],
    broken: [...matrix.wrong, ...foreign.wrong, ...events.wrong, ...nonsense.broken, ...nonsense.letIn],
  };
}
