/**
 * What became of reading something from the gateway. `missing`: the gateway does not know it.
 * `unavailable`: it may exist; `message` says in words why it could not be read, and asking again is free of risk.
 */
export type Read<Value> =
  | {
      kind: "found";
      value: Value;
      /** Epoch ms. */
      readAt: number;
      /** Why an earlier reading is returned although a new one was asked for: it may have changed since. */
      outdated?: string;
    }
  | { kind: "missing"; message: string }
  | { kind: "unavailable"; message: string };
