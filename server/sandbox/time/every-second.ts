/** Runs `work` every second, never concurrently. Stopping waits for a run in progress. */
export function everySecond(
  work: () => Promise<void>,
  logError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(logError)
      .finally(() => {
        running = undefined;
      });
  }, 1000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
