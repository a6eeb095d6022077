import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "#server/log.ts";
import { perProcess } from "#server/per-process.ts";

/** For whom the gateway is asked: people share its limit fairly and see who used what. */
export type Caller = { id: string; name: string };

/** Runs `act` so that its requests to the gateway count for this person, or for a part of the console. */
export function asCaller<Value>(caller: Caller, act: () => Value): Value {
  return storage().run({ id: caller.id, name: caller.name }, act);
}

export function currentCaller(): Caller | undefined {
  return storage().getStore();
}

/**
 * Runs `act` so that what it reads is not bounded by the person's share of reads: money must not wait for pages. Reads that
 * end without `noteSent` are bounded on their own.
 */
export function asPayment<Value>(act: () => Value): Value {
  const caller = storage().getStore();
  return caller && !caller.reads ? storage().run({ ...caller, reads: [] }, act) : act();
}

/** Runs `act` so that what it reads counts in the person's share, also within `asPayment`. */
export function asReader<Value>(act: () => Value): Value {
  const caller = storage().getStore();
  return caller ? asCaller(caller, act) : act();
}

/** The person whose share of reads a request counts in; undefined for payments and for parts of the console. */
export function currentReader(): Caller | undefined {
  const caller = storage().getStore();
  return caller?.reads ? undefined : caller;
}

/** The reads of the current payment before it is sent; else undefined. */
export function currentPaymentReads(): PaymentRead[] | undefined {
  return storage().getStore()?.reads;
}

/** The current payment was sent: what it read before was needed. */
export function noteSent(): void {
  for (const read of storage().getStore()?.reads?.splice(0) ?? [])
    read
      .noteSent()
      .catch((error: unknown) => log.error({ err: error }, "the reads of a payment could not be noted"));
}

type PaymentRead = { noteSent(): Promise<void> };
type Current = Caller & { reads?: PaymentRead[] };

/** Background work of the console that sends requests. */
export const ownCallers = {
  resolve: { id: "resolver", name: "Looking up unknown outcomes" },
  background: { id: "ledger", name: "Reading batches" },
  probe: { id: "probe", name: "Looking at hosts" },
} as const satisfies Record<string, Caller>;

const storage = () => perProcess("merchant-console.caller", () => new AsyncLocalStorage<Current>());
