import type { Instrumentation } from "next";

/** Runs once when the console's server comes up. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("#server/env.ts");
  const { identifyRequests } = await import("#server/http/request-id.ts");
  identifyRequests();
  const { answerMalformedAddresses } = await import("#server/http/malformed-addresses.ts");
  answerMalformedAddresses();
  const distFolder = process.env.NEXT_DIST_DIR || ".next";
  if (process.env.NODE_ENV === "production") {
    const { serveCompressed } = await import("#server/http/compressed-files.ts");
    serveCompressed(distFolder);
  }
  const { tracesUrl } = env();
  if (tracesUrl) {
    const { startTracing } = await import("#server/traces/start-tracing.ts");
    const { readPatterns } = await import("#server/traces/route-patterns.ts");
    startTracing(tracesUrl, readPatterns(distFolder));
  }
  const { protectResponses } = await import("#server/http/response-headers.ts");
  protectResponses(env().consoleOrigin);
  const { answerMalformedActions, logMalformedActionsBriefly } = await import(
    "#server/http/malformed-actions.ts"
  );
  answerMalformedActions();
  logMalformedActionsBriefly();
  const { readClientAddresses } = await import("#server/auth/sign-in/client-address.ts");
  readClientAddresses();
  const { speakToPages } = await import("#server/language/request-language.ts");
  speakToPages();
  const { timeRequests } = await import("#server/metrics/time-requests.ts");
  timeRequests();
  const { finishOnShutdown } = await import("#server/payments/in-flight.ts");
  finishOnShutdown();
  const { endStreamsOnShutdown } = await import("#server/live/open-streams.ts");
  endStreamsOnShutdown();
  const { closeConnectionsOnShutdown } = await import("#server/http/close-connections.ts");
  closeConnectionsOnShutdown();
  const { endWithStarter } = await import("#server/start/processes/end-with-starter.ts");
  endWithStarter();
  const { markForeignActions } = await import("#server/auth/foreign-origin.ts");
  const { refuseUpgrades } = await import("#server/auth/refuse-upgrades.ts");
  // In development, pages learn of changes over such a connection.
  if (process.env.NODE_ENV === "production") refuseUpgrades();
  markForeignActions(env().consoleOrigin);
  const { requireMigrated } = await import("#server/db/require-migrated.ts");
  await requireMigrated();
  const { recoverOnStartup } = await import("#server/payments/recovery/recover-on-startup.ts");
  await recoverOnStartup();
  const { recordSettings } = await import("#server/audit/record-settings.ts");
  await recordSettings(process.env);
  const { startSendingHead } = await import("#server/audit/send-head.ts");
  startSendingHead();
  const { startWiping } = await import("#server/payments/card-data/wipe-memory.ts");
  startWiping();
  const { startForgetting } = await import("#server/retention/start-forgetting.ts");
  await startForgetting();
  const { startInactive } = await import("#server/auth/people/start-inactive.ts");
  startInactive();
  const { startWebhooks } = await import("#server/webhooks/worker.ts");
  startWebhooks();
  const { startBatchSync } = await import("./server/gateway-cache/start-batch-sync.ts");
  startBatchSync();
  const { startMatching } = await import("#server/books/deposits/start-matching.ts");
  startMatching();
  const { startWatching } = await import("#server/bulk/start-watching.ts");
  startWatching();
  const { startIndex } = await import("#server/books/index/start-index.ts");
  startIndex();
  const { startReconciliation } = await import("#server/books/reconciliation/start-reconciliation.ts");
  startReconciliation();
}

/** Logs what broke while a page or action was rendered, with the number that the page shows. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { path, method },
  { routeType },
) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("#server/log.ts");
  const { logMalformedAction } = await import("#server/http/malformed-actions.ts");
  const [place = ""] = path.split("?");
  if (logMalformedAction(place)) return;
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  log.error({ err: error, digest, path: place, method, routeType }, "a page failed");
};
