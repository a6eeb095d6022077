import { use, useEffect, useEffectEvent } from "react";
import { ShellContext } from "#components/layout/shell-context.ts";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { type ChargeValues, clearedAt, emptyCharge } from "#lib/charge/values.ts";
import { sameAgain } from "./next-values.ts";

/** Drafts live as long as the shell that is on the screen: not past a sign-out or a reload, and in no browser storage. */
const drafts = new WeakMap<object, ChargeValues>();

/** Takes back what was typed before the form was left, or nothing. */
export function useDraft(): ChargeValues | undefined {
  return drafts.get(use(ShellContext));
}

/**
 * Keeps what is typed when the page is left for another of the console, and asks before it is closed or loaded again.
 * `read` gives nothing once it is charged.
 */
export function useKeptDraft(read: () => ChargeValues | undefined) {
  const shell = use(ShellContext);
  const keep = useEffectEvent(() => {
    const values = read();
    const draft = values && toDraft(values);
    if (draft) drafts.set(shell, draft);
    else drafts.delete(shell);
  });
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    const values = read();
    // What a session gate hides was left already.
    if (values && isTyped(values) && !document.documentElement.dataset.session) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      keep();
    };
  }, []);
}

/** Whether somebody typed anything: a choice of tender alone is nothing to lose. */
export function isTyped(values: ChargeValues): boolean {
  return JSON.stringify(values) !== JSON.stringify(blankLike(values));
}

const blankLike = ({ attemptId, tender, kind }: ChargeValues): ChargeValues => ({
  ...emptyCharge(attemptId),
  tender,
  kind,
});

/** The values without cards, codes and accounts; undefined when nothing is left that somebody typed. */
export function toDraft(values: ChargeValues): ChargeValues | undefined {
  const blank = blankLike(values);
  const kept = withoutCardNumbers(sameAgain(clearedAt("left", values), values.attemptId));
  return JSON.stringify(kept) === JSON.stringify(blank) ? undefined : kept;
}

/** A card number typed into the wrong field is not kept either. */
function withoutCardNumbers<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === "string" && holdsCardNumber(part) ? "" : part)),
  );
}
