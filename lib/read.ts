/**
 * What became of reading something from the gateway. `missing`: the gateway does not know it.
 * `unavailable`: it may exist; `message` is why it could not be read, as a sentence, and asking again is free of risk.
 */
export type Read<Value> =
  | {
      kind: "found";
      value: Value;
      /** Epoch ms. */
      readAt: number;
      /** Set when this is the last reading from the store: why the gateway could not be asked now. */
      stale?: string;
    }
  | { kind: "missing"; message: string }
  | { kind: "unavailable"; message: string };
