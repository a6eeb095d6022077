import { use, useEffect, useEffectEvent, useState } from "react";
import { ShellContext } from "#components/layout/shell-context.ts";
import type { ChargeValues } from "#lib/charge/fields/values.ts";
import type { Prefill } from "../next-values.ts";
import type { ChargeForm } from "../use-charge-form.ts";
import { type Forgotten, isTyped } from "./is-typed.ts";

/** Drafts live as long as the shell that is on the screen. Past a reload, keep-draft.ts keeps them. */
const drafts = new WeakMap<object, ChargeValues>();

/** Takes back what was typed before the form was left, or nothing. */
export function useDraft(): ChargeValues | undefined {
  return drafts.get(use(ShellContext));
}

/**
 * Keeps what is typed when the page is left for another of the console or loaded again, and asks before it is closed.
 * `read` gives nothing once it is charged. An empty form takes back what this user's tab held before it was loaded, once it
 * is here; what was typed by then stays. Returns what has to be typed again, until the form starts over.
 */
export function useKeptDraft(
  form: ChargeForm,
  { read, ...rest }: { read: () => ChargeValues | undefined; begin: Prefill; isEmpty: boolean },
): [forgotten: Forgotten, forget: () => void] {
  const shell = use(ShellContext);
  const [forgotten, setForgotten] = useState<Forgotten>();
  const start = useEffectEvent(({ keepDraft }: typeof import("./keep-draft.ts")) =>
    keepDraft(form, {
      ...rest,
      read: readNow,
      onForgotten: setForgotten,
      onLeave: (draft) => (draft ? drafts.set(shell, draft) : drafts.delete(shell)),
    }),
  );
  const readNow = useEffectEvent(read);
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    const values = read();
    // What a session gate hides was left already.
    if (values && isTyped(values) && !document.documentElement.dataset.session) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("beforeunload", ask);
    let stop: (() => void) | undefined;
    let isGone = false;
    // Without it, what is typed is lost when the page is left.
    import("./keep-draft.ts").then(
      (module) => {
        if (!isGone) stop = start(module);
      },
      () => {},
    );
    return () => {
      isGone = true;
      window.removeEventListener("beforeunload", ask);
      stop?.();
    };
  }, []);
  return [forgotten, () => setForgotten(undefined)];
}
