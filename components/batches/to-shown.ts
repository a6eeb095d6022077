import type { UseQueryResult } from "@tanstack/react-query";
import type { Read } from "#lib/read.ts";

/** A read as a page shows it: still under way, there, or not, with the reason in words. */
export type Shown<Value> =
  | { kind: "waiting" }
  | { kind: "found"; value: Value; readAt: number; stale?: string }
  | { kind: "missing" | "unavailable"; message: string };

/** Joins the two ways a read can fail, at the gateway and on the way to the console, into one. */
export function toShown<Value>({ data, error }: UseQueryResult<Read<Value>>): Shown<Value> {
  if (data) return data;
  return error ? { kind: "unavailable", message: error.message } : { kind: "waiting" };
}
