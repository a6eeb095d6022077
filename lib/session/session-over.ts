const SESSION_OVER = "console:session-over";

/** Announces that the session has ended: everything that holds card data clears it now. */
export function announceSessionOver(): void {
  window.dispatchEvent(new Event(SESSION_OVER));
}

/**
 * Calls `forget` when card data must leave the page: the page is left (also when the browser keeps it for going back)
 * or its session ends. Returns the function that stops it.
 */
export function onCardDataMustGo(forget: () => void): () => void {
  const listener = () => forget();
  window.addEventListener("pagehide", listener);
  window.addEventListener(SESSION_OVER, listener);
  return () => {
    window.removeEventListener("pagehide", listener);
    window.removeEventListener(SESSION_OVER, listener);
  };
}
