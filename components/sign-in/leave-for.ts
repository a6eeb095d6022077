/** A full page load, so that nothing of the previous user's stays in this tab. Never resolves: its button stays in its loading state. */
export function leaveFor(path: string): Promise<never> {
  window.location.replace(path);
  return new Promise(() => undefined);
}
