import { fieldOf, leavesOf } from "./volatile.ts";

/** Keys that replies handed out: what each of the recording is in the run that is compared with it. */
export type Handles = {
  /** Learns the keys of a recorded reply and of the reply that took its place. */
  learn(recorded: unknown, got: unknown): void;
  /** What a recorded key is now, or undefined when it was not handed out. */
  find(recorded: string): string | undefined;
  /** A text of a request with the keys of now. Short ones are replaced in the fields of keys only. */
  inRequest(text: string, field: string): string;
  /** A text of a reply with the recorded keys replaced wherever they are. */
  inText(text: string): string;
};

export function createHandles(): Handles {
  const known = new Map<string, string>();
  const learn = (recorded: unknown, got: unknown) => {
    const now = new Map(leavesOf(got));
    for (const [path, value] of leavesOf(recorded)) {
      const other = now.get(path);
      if (!handleFields.has(fieldOf(path)) || !isText(value) || !isText(other)) continue;
      // The first time it is handed out decides.
      if (String(value) !== "" && !known.has(String(value))) known.set(String(value), String(other));
    }
  };
  return {
    learn,
    find: (recorded) => known.get(recorded),
    inRequest: (text, field) =>
      (text.length >= 10 || keyFields.has(field) ? known.get(text) : undefined) ?? text,
    inText: (text) =>
      text.replaceAll(/[a-z0-9]+(?:-[a-z0-9]+)*/gi, (word) => (word.length > 5 && known.get(word)) || word),
  };
}

const isText = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/** Fields of replies that hold a key of the gateway's. */
export const handleFields: ReadonlySet<string> = new Set([
  ...["key", "refnum", "batchrefnum", "cardref", "bulk_key", "custkey", "cust_key", "custid", "clerk_key"],
  ...["authcode", "proc_refnum", "trackingnum"],
]);

/** Fields of requests that hold one. */
const keyFields: ReadonlySet<string> = new Set([
  ...["trankey", "refnum", "key", "custkey", "cust_key", "custid", "number", "clerk_key"],
  ...["authcode", "batch_key", "bulk_key", "token", ""],
]);
