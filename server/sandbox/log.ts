/**
 * Structured logs on stderr, one object a line as pino writes them: method, path, status, time and command of a request.
 * Never a header, a body or a query. By itself, as loading pino, which has much else in it, was a fifteenth of a start.
 */
export type Log = Record<keyof typeof levels, (fields: Record<string, unknown>, message?: string) => void> & {
  /** False where nothing is written, so that nobody need put together what. */
  readonly isOn: boolean;
};

export function openLog(on: boolean): Log {
  const at = (level: number) => (fields: Record<string, unknown>, msg?: string) => {
    if (on) writeLine(JSON.stringify({ level, time: Date.now(), ...fields, msg }));
  };
  return { isOn: on, info: at(levels.info), warn: at(levels.warn), error: at(levels.error) };
}

const levels = { info: 30, warn: 40, error: 50 };

let isListening = false;

/** Waits until the line is written. Where nobody reads any more, payments go on without. */
function writeLine(line: string): void {
  if (!isListening) process.stderr.on("error", () => {});
  isListening = true;
  process.stderr.write(`${line}\n`);
}

/** An unexpected error without what it may carry of a request: a database's detail line can repeat values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: "not an Error" };
  const code = "code" in error ? String(error.code) : undefined;
  return { error: error.name, code, stack: error.stack?.split("\n").slice(1).join("\n") };
}
