import { useEffect, useSyncExternalStore } from "react";

/** The form's rules and the page's state machine. Loaded once the form can be used: a clerk types without them. */
type Logic = typeof import("./check-form.ts") & typeof import("#lib/charge/machine.ts");

type Loading = {
  /** Undefined until it is here. The form can't be sent or cleared until then. */
  logic: Logic | undefined;
  /** It could not be loaded. It is asked for again. */
  isLost: boolean;
};

let loading: Loading = { logic: undefined, isLost: false };
const watchers = new Set<() => void>();
const waiting: ((logic: Logic) => void)[] = [];
let begun = false;

async function load(): Promise<void> {
  if (begun) return;
  begun = true;
  for (;;) {
    const modules = Promise.all([import("./check-form.ts"), import("#lib/charge/machine.ts")]);
    const [check, machine] = await modules.catch(() => []);
    const logic = check && machine && { ...check, ...machine };
    loading = { logic, isLost: !logic };
    for (const changed of watchers) changed();
    if (logic) {
      for (const run of waiting.splice(0)) run(logic);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

const retryMs = 1000;

/** Calls it once the logic is here, in order of the calls; at once when it is: no press waits for a task. */
export function onceLoaded(run: (logic: Logic) => void): void {
  if (loading.logic) run(loading.logic);
  else {
    waiting.push(run);
    void load();
  }
}

/** Loads the logic. */
export function useFormLogic(): Loading {
  useEffect(() => void load(), []);
  return useSyncExternalStore(
    watch,
    () => loading,
    () => notBegun,
  );
}

const notBegun: Loading = { logic: undefined, isLost: false };

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
