/** Runs once when the console's server comes up. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { readClientAddresses } = await import("#server/auth/client-address.ts");
  readClientAddresses();
  const { comeUp } = await import("#server/journal/come-up.ts");
  await comeUp();
  const { startWiping } = await import("#server/journal/wipe-memory.ts");
  startWiping();
  const { startForgetting } = await import("#server/retention/start-forgetting.ts");
  await startForgetting();
  const { startWebhooks } = await import("#server/webhooks/worker.ts");
  startWebhooks();
  const { startWalking } = await import("#server/ledger/start-walking.ts");
  startWalking();
  const { startWatching } = await import("#server/bulk/start-watching.ts");
  startWatching();
}
