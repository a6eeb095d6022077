import { type Logger, pino } from "pino";

/** Structured logs on stderr: method, path, status, time and command of a request. Never a header, a body or a query. */
export function openLog(on: boolean): Logger {
  return pino({ enabled: on, base: null }, pino.destination({ dest: 2, sync: true }));
}

/** An unexpected error without what it may carry of a request: a database's detail line can repeat values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: "not an Error" };
  const code = "code" in error ? String(error.code) : undefined;
  return { error: error.name, code, stack: error.stack?.split("\n").slice(1).join("\n") };
}
