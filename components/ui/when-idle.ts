/** Calls `run` once the page has nothing else to do, within 3 s. Returns the function that takes it back. */
export function whenIdle(run: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(request);
}
