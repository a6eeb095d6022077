const SIGN_OUT = "console:sign-out";

/** Where a tab keeps the form of its charge page past a reload, for the user who typed it. */
export const draftItem = "charge-draft";

/** Where a tab keeps the small drafts of other pages, for the user who typed them. */
export const keptItem = "kept-drafts";

/** Forgets what the user typed once they press a button that signs out (`data-sign-out` on its form). Returns the function that stops it. */
export function forgetOnSignOut(): () => void {
  const onSubmit = ({ target }: SubmitEvent) => {
    if (!(target instanceof Element) || !target.matches("[data-sign-out]")) return;
    window.dispatchEvent(new Event(SIGN_OUT));
    try {
      for (const item of [draftItem, keptItem]) sessionStorage.removeItem(item);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  };
  document.addEventListener("submit", onSubmit, true);
  return () => document.removeEventListener("submit", onSubmit, true);
}

/** Calls `forget` when the user signs out. Returns the function that stops it. */
export function onSignOut(forget: () => void): () => void {
  window.addEventListener(SIGN_OUT, forget);
  return () => window.removeEventListener(SIGN_OUT, forget);
}
