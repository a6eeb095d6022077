import { endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { budget } from "./budget/budget.ts";
import { ownCallers } from "./caller.ts";
import { claimProbe, findRested, inOrder } from "./hosts.ts";
import { readReply } from "./read-answer.ts";
import { send } from "./send.ts";

/** The gateway's hosts, those that work first. One whose rest is over is looked at meanwhile, by one process alone. */
export async function hostsToTry(): Promise<URL[]> {
  const { urls } = env().gateway;
  // The only one is tried whatever became of it.
  if (urls.length === 1) return [...urls];
  const { order, isDue } = await budget().look(({ hosts }, now) => ({
    order: inOrder(urls, hosts),
    isDue: findRested(urls, hosts, now) !== undefined,
  }));
  if (isDue)
    probe(urls).catch((error: unknown) => log.error({ err: error }, "a host could not be looked at"));
  return order;
}

/** Asks the rested host for the shortest list there is: one request, when payments leave room for it. */
async function probe(urls: readonly URL[]): Promise<void> {
  const base = await budget().change(({ hosts }, now) => claimProbe(urls, hosts, now));
  if (!base) return;
  const caller = ownCallers.probe;
  const admission = await budget().ask({ lane: "background", caller, waitMs: 0 });
  if (!admission.admitted) return;
  const { method, path, reply } = endpoints.listBatches;
  const letter = {
    method,
    path: `${path}?limit=1`,
    timeoutMs: 5000,
    lane: "background",
    what: "probe",
    caller,
    lineMs: 0,
  } as const;
  const seen = await send(
    base,
    letter,
    admission.slot,
    (answer) => readReply(answer, reply).kind !== "unavailable",
  );
  if (seen.kind === "unsent") await admission.slot.giveBack();
}
