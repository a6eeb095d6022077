/** Runs once when the console's server comes up: goes on with the payments whose answer was awaited when it last stopped. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startResolver } = await import("#server/journal/resolve.ts");
  await startResolver();
}
