import { endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { ownCallers } from "./caller.ts";
import { claimProbe, findPaused, inOrder } from "./hosts.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { readReply } from "./read-answer.ts";
import { send } from "./send.ts";

/** The gateway's hosts, working ones first. A host whose pause is over is probed meanwhile, by one process only. */
export async function hostsToTry(): Promise<URL[]> {
  const { urls } = env().gateway;
  // The only one is always tried.
  if (urls.length === 1) return [...urls];
  const { order, isDue } = await limiter().read(({ hosts }, now) => ({
    order: inOrder(urls, hosts),
    isDue: findPaused(urls, hosts, now) !== undefined,
  }));
  if (isDue) probe(urls).catch((error: unknown) => log.error({ err: error }, "a host could not be probed"));
  return order;
}

/** Requests the shortest list from the paused host: one request, when payments leave capacity for it. */
async function probe(urls: readonly URL[]): Promise<void> {
  const base = await limiter().change(({ hosts }, now) => claimProbe(urls, hosts, now));
  if (!base) return;
  const caller = ownCallers.probe;
  const admission = await limiter().ask({ priority: "background", caller, waitMs: 0 });
  if (!admission.admitted) return;
  const { method, path, reply } = endpoints.listBatches;
  const request = {
    method,
    path: `${path}?limit=1`,
    timeoutMs: 5000,
    priority: "background",
    what: "probe",
    caller,
    queuedMs: 0,
  } as const;
  const seen = await send(
    base,
    request,
    admission.permit,
    (answer) => readReply(answer, reply).kind !== "unavailable",
  );
  if (seen.kind === "unsent") await admission.permit.release();
}
