/**
 * Puts an address into the browser's bar for a reload to find, and tells the router nothing: told of it, it would give
 * up the action that is under way. The state it keeps in the history stays as it is, which is how it knows its own.
 */
export function showAddress(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}
