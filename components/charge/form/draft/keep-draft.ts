import { pageUser } from "#components/layout/session/send-page-user.ts";
import type { ChargeValues } from "#lib/charge/fields/values.ts";
import type { Prefill } from "../next-values.ts";
import type { ChargeForm } from "../use-charge-form.ts";
import { forgottenOf, restoreDraft, storeDraft } from "./draft-storage.ts";
import type { Forgotten } from "./is-typed.ts";

/** What `useKeptDraft` promises, for as long as the form is on the page. Returns the function that stops it and keeps the draft. */
export function keepDraft(
  form: ChargeForm,
  {
    read,
    begin,
    isEmpty,
    onForgotten,
    onLeave,
  }: {
    read: () => ChargeValues | undefined;
    begin: Prefill;
    isEmpty: boolean;
    onForgotten: (forgotten: Forgotten) => void;
    onLeave: (draft: ChargeValues | undefined) => void;
  },
): () => void {
  let forgotten: Forgotten;
  const keep = () => onLeave(storeDraft(pageUser(), read(), forgotten));
  // Before the page is hidden: then card data is wiped first.
  const note = () => {
    const values = read();
    forgotten = values && forgottenOf(values);
  };
  window.addEventListener("beforeunload", note);
  window.addEventListener("pagehide", keep);
  const user = pageUser();
  if (user) onForgotten(restoreDraft(form, { user, begin, isEmpty }));
  return () => {
    window.removeEventListener("beforeunload", note);
    window.removeEventListener("pagehide", keep);
    forgotten = undefined;
    keep();
  };
}
