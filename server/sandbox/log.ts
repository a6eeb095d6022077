import { pino } from "pino";
import type { Log } from "./context.ts";

/** One JSON line per event on stderr. Of a request only method, path, status, time and command are logged. */
export function openLog(on: boolean): Log {
  const destination = pino.destination({ fd: 2, sync: true });
  // A closed stderr must not stop payments.
  destination.on("error", () => {});
  return pino({ base: null, level: on ? "info" : "silent" }, destination);
}

/** An unexpected error without its message, which may repeat values of a request. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: "not an Error" };
  const code = "code" in error ? String(error.code) : undefined;
  return { error: error.name, code, stack: error.stack?.split("\n").slice(1).join("\n") };
}
