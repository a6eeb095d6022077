import { collectGarbage } from "#server/collect-garbage.ts";

/**
 * Garbage of a request with card data stays in memory until something else is written there. A full collection soon after
 * overwrites it, since the starter runs the console with `--clear-free-memory`.
 */
export function noteCardData(): void {
  shared()[passesLeft] = 2;
}

/** Starts wiping, once per process. An interval of its own: a timer made during a request would keep that request alive. */
export function startWiping(): void {
  const memory = shared();
  if (memory[timer]) return;
  // The bytes of a request's body would stay in a shared 64 KiB buffer as long as anything else in it is in use.
  Buffer.poolSize = 0;
  memory[timer] = setInterval(() => {
    if (!memory[passesLeft]) return;
    // The second pass is for objects that a request still referenced during the first.
    memory[passesLeft] -= 1;
    collectGarbage();
  }, everyMs).unref();
}

/** Long enough that the pause of some tens of ms goes unnoticed. */
const everyMs = 10_000;

/** globalThis: the build may contain this module more than once. */
const shared = () => globalThis as typeof globalThis & { [passesLeft]?: number; [timer]?: NodeJS.Timeout };
const passesLeft: unique symbol = Symbol.for("merchant-console.wipes-left");
const timer: unique symbol = Symbol.for("merchant-console.wipe-memory");
