import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { authorization } from "#lib/gateway/signature.ts";
import { SessionError } from "#server/sandbox/session/session-file.ts";
import { runTool as runInProcess } from "#server/sandbox/session/tools.ts";
import { sandboxArguments } from "#server/start/sandbox-arguments.ts";

export type Tool = {
  url: string;
  /** Ends it and resolves with its exit code and all that it printed. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; output: string }>;
};

/** Runs `npm run sandbox -- …` to its end. */
export async function runProgram(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = start(args);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output: output + errors };
}

/** The same for a tool, in this process, which saves the start of a program. */
export async function runTool(
  name: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(`${line}\n`);
  const printing = [
    vi.spyOn(console, "info").mockImplementation(keep),
    vi.spyOn(console, "error").mockImplementation(keep),
  ];
  const before = new Set(endListeners().map(({ listener }) => listener));
  try {
    const code = await runInProcess(name, args).catch((error: unknown) => {
      if (!(error instanceof SessionError)) throw error;
      keep(error.message);
      return 1;
    });
    return { code, output: lines.join("") };
  } finally {
    for (const one of printing) one.mockRestore();
    for (const { event, listener } of endListeners()) if (!before.has(listener)) process.off(event, listener);
  }
}

/** A tool leaves some until its program ends. */
const endListeners = () =>
  ["SIGTERM", "SIGINT", "exit"].flatMap((event) =>
    process.rawListeners(event).map((listener) => ({ event, listener: listener as () => void })),
  );

/** Starts a tool that listens, on a free port. */
export async function startTool(...args: string[]): Promise<Tool> {
  const child = start([...args, "--port", "0"]);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      output += chunk;
      const found = /(http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("exit", () => reject(new Error(`the tool ended early: ${output}`)));
  });
  return {
    url,
    end: async (signal = "SIGTERM") => {
      const closed = once(child, "close");
      child.kill(signal);
      const [code] = await closed;
      return { code, output };
    },
  };
}

function start(
  args: readonly string[],
): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  return spawn(process.execPath, [...sandboxArguments(), ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

export type Client = ReturnType<typeof clientOf>;

/** A client of a gateway: signs, sends, and returns status and body. */
export function clientOf(url: string, { key, pin }: { key: string; pin: string }) {
  const send = async (method: string, path: string, body?: unknown, signature?: string | null) => {
    const signed = authorization(key, pin, randomBytes(8).toString("hex"), sha256Hex);
    const header = signature === undefined ? signed : signature;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(header !== null && { Authorization: header }),
        ...(!(body instanceof FormData) && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && {
        body: body instanceof FormData || typeof body === "string" ? body : JSON.stringify(body),
      }),
    });
    const answer = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: the tests are what checks the shape
    let parsed: any;
    try {
      parsed = JSON.parse(answer);
    } catch {}
    return { status: response.status, headers: response.headers, body: parsed, text: answer };
  };
  return {
    send,
    command: (command: string, fields: object) => send("POST", "/transactions", { command, ...fields }),
    upload: (csv: BlobPart) => {
      const form = new FormData();
      form.set("data", new Blob([csv], { type: "text/csv" }), "payments.csv");
      return send("POST", "/bulk_transactions", form);
    },
  };
}

const sha256Hex = (given: string) => createHash("sha256").update(given).digest("hex");
