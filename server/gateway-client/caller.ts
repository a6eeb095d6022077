import { AsyncLocalStorage } from "node:async_hooks";

/** For whom the gateway is asked: people share its limit fairly and see who used what. */
export type Caller = { id: string; name: string };

/** Runs `act` so that whatever it asks of the gateway counts as asked for this person, or for a part of the console. */
export function asCaller<Value>(caller: Caller, act: () => Value): Value {
  return storage().run({ id: caller.id, name: caller.name }, act);
}

export function currentCaller(): Caller | undefined {
  return storage().getStore();
}

/** Parts of the console that ask by themselves. */
export const ownCallers = {
  resolve: { id: "resolver", name: "Looking for lost answers" },
  background: { id: "ledger", name: "Reading batches" },
  probe: { id: "probe", name: "Looking at hosts" },
} as const satisfies Record<string, Caller>;

/** Modules may be loaded more than once in a process: the storage is one. */
function storage(): AsyncLocalStorage<Caller> {
  const shared = globalThis as typeof globalThis & { [key]?: AsyncLocalStorage<Caller> };
  shared[key] ??= new AsyncLocalStorage();
  return shared[key];
}

const key: unique symbol = Symbol.for("merchant-console.caller");
