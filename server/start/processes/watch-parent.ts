const WATCH_MS = 500;

/** Calls `gone` once `parent` is not this process's parent any more. It may have been killed, and then sends no signal. */
export function watchParent(parent: number, gone: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, WATCH_MS).unref();
}
