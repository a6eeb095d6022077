/** Resolves on a shutdown signal, or when the npm that runs this process has ended. */
export function waitForShutdown(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    if (process.env.npm_lifecycle_event) watchParent(resolve);
  });
}

const WATCH_MS = 500;

/** A killed npm ends the shell between it and us, which forwards no signal: all we see is another parent process. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || gone(), WATCH_MS).unref();
}
