/** Runs `work` every second, never twice at once. Stopping waits for the one that is running. */
export function everySecond(
  work: () => Promise<void>,
  complain: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(complain)
      .finally(() => {
        running = undefined;
      });
  }, 1000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
