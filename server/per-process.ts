/** What `make` makes is one for the process: the build may contain a module more than once, and development reloads it. */
export function perProcess<Value extends object | string | true>(key: string, make: () => Value): Value {
  const own = Symbol.for(key);
  const shared = globalThis as typeof globalThis & { [own: symbol]: Value }; // each key has one place that makes it
  shared[own] ??= make();
  return shared[own];
}
