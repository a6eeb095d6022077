/** Resolves when this process is told to end: by a signal, or by the end of the npm that runs it. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    if (process.env.npm_lifecycle_event) watchParent(resolve);
  });
}

const WATCH_MS = 500;

/** A killed npm takes along the shell between it and us, which passes no signal on: we only see another parent. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || gone(), WATCH_MS).unref();
}
