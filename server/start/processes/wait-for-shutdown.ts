import { watchParent } from "./watch-parent.ts";

/** Resolves on a shutdown signal, or when the npm that runs this process has ended. */
export function waitForShutdown(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    // A killed npm ends the shell between it and us, which forwards no signal.
    if (process.env.npm_lifecycle_event) watchParent(process.ppid, resolve);
  });
}
