import { useEffect, useState } from "react";
import { onCardDataMustGo } from "#lib/session/session-over.ts";

/** The form's rules and the page's state machine. Loaded once the form can be used: a clerk types without them. */
type Logic = typeof import("./check-form.ts") & typeof import("#lib/charge/machine.ts");

let loaded: Logic | undefined;
const waiting: ((logic: Logic) => void)[] = [];

/** Undefined when it can't be loaded; the next call tries again. */
async function load(): Promise<Logic | undefined> {
  const modules = Promise.all([import("./check-form.ts"), import("#lib/charge/machine.ts")]);
  const [check, machine] = await modules.catch(() => []);
  if (loaded || !check || !machine) return loaded;
  loaded = { ...check, ...machine };
  // Before what a later press does.
  for (const run of waiting.splice(0)) run(loaded);
  return loaded;
}

/** With undefined when it can't be loaded. At once when it is here: no press waits for a task. */
export const withLogic = <Result>(run: (logic: Logic | undefined) => Result): Result | Promise<Result> =>
  loaded ? run(loaded) : load().then(run);

/** What has to happen, in order of the calls: waits for the logic however long it takes. */
export function onceLoaded(run: (logic: Logic) => void): void {
  if (loaded) run(loaded);
  else if (waiting.push(run) === 1) void loadAtLast();
}

async function loadAtLast(): Promise<void> {
  while (!(await load())) await new Promise((resolve) => setTimeout(resolve, retryMs));
}

const retryMs = 1000;

/** Loads the logic. The function that it returns is for a press, see `newPresses`. */
export function usePressLogic(): ReturnType<typeof newPresses>["onPress"] {
  const [{ onPress, forget }] = useState(newPresses);
  useEffect(() => {
    void load();
    const stop = onCardDataMustGo(forget);
    return () => {
      stop();
      forget();
    };
  }, [forget]);
  return onPress;
}

/**
 * What a press does with the logic. One that had to wait does nothing when it was pressed again, or when the form was left or its
 * card data had to go meanwhile: nothing is sent late.
 */
export function newPresses() {
  let latest = 0;
  return {
    onPress: (run: (logic: Logic | undefined) => void) => {
      latest += 1;
      const press = latest;
      return withLogic((logic) => {
        if (press === latest) run(logic);
      });
    },
    forget: () => {
      latest += 1;
    },
  };
}
