/** Runs once when the console's server comes up. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { readClientAddresses } = await import("#server/auth/sign-in/client-address.ts");
  readClientAddresses();
  const { markForeignActions } = await import("#server/auth/foreign-origin.ts");
  const { refuseUpgrades } = await import("#server/auth/refuse-upgrades.ts");
  // In development, pages learn of changes over such a connection.
  if (process.env.NODE_ENV === "production") refuseUpgrades();
  const { env } = await import("#server/env.ts");
  markForeignActions(env().consoleOrigin);
  const { recoverOnStartup } = await import("#server/payments/recovery/recover-on-startup.ts");
  await recoverOnStartup();
  const { startWiping } = await import("#server/payments/card-data/wipe-memory.ts");
  startWiping();
  const { startForgetting } = await import("#server/retention/start-forgetting.ts");
  await startForgetting();
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
