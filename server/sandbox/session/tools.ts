import { compareSession, formatComparison } from "./compare.ts";
import { readUpstream } from "./forward.ts";
import { startRecorder } from "./record.ts";
import { startReplay } from "./replay.ts";
import { readSession, type Session, SessionError } from "./session-file.ts";

/** What `--help` prints of each tool. */
export const toolsHelp: readonly (readonly [usage: string, meaning: string])[] = [
  ["record --upstream URL [--file FILE] [--port N]", "proxies a gateway and records a session"],
  ["replay FILE [--port N] [--ignore FIELD,…]", "answers from a session and reports requests that differ"],
  ["compare FILE [--ignore FIELD,…]", "runs a session against an empty sandbox and lists differences"],
];

/** Runs a tool to its end and resolves with the exit code. Throws SessionError for wrong arguments. */
export async function runTool(name: string, given: readonly string[]): Promise<number> {
  if (!isTool(name))
    throw new SessionError(
      `${name} is not a tool: there are ${Object.keys(tools).join(", ")}. --help says more.`,
    );
  return await tools[name](readArguments(name, given));
}

const tools = { record, replay, compare };
type ToolName = keyof typeof tools;
const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name);
const allowed: Record<ToolName, readonly string[]> = {
  record: ["--upstream", "--file", "--port"],
  replay: ["--port", "--ignore"],
  compare: ["--ignore"],
};

type Arguments = {
  file: string;
  port: number;
  ignored: ReadonlySet<string>;
  flags: ReadonlyMap<string, string>;
};

async function record({ flags, port, file }: Arguments): Promise<number> {
  if (file) throw new SessionError(`record takes no file but with --file: ${file}.`);
  const upstream = flags.get("--upstream");
  if (!upstream) throw new SessionError("record needs --upstream and the address of a gateway.");
  const path =
    flags.get("--file") ?? `session-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}.jsonl`;
  const recorder = await startRecorder({
    upstream: readUpstream(upstream),
    file: path,
    port,
    report: warn,
  });
  print(`recording at ${recorder.url} into ${path}`);
  await stopSignal();
  await recorder.stop();
  const { recorded, failed } = recorder.counts();
  print(`${recorded} requests recorded in ${path}${failed > 0 ? `, ${failed} could not be recorded` : ""}.`);
  return failed > 0 ? 1 : 0;
}

async function replay({ file, port, ignored }: Arguments): Promise<number> {
  const session = await readWhole(file);
  const running = await startReplay({ session, port, ignored, report: print });
  print(`replaying ${session.exchanges.length} requests at ${running.url}`);
  await stopSignal();
  await running.stop();
  const { answered, differed, unknown, unused } = running.result();
  for (const title of unused) print(`never asked: ${title}`);
  print(
    `${answered} answered, ${differed} of them differed, ${unknown} not in the session, ${unused.length} never asked.`,
  );
  return differed + unknown + unused.length + session.unread.length > 0 ? 1 : 0;
}

async function compare({ file, ignored }: Arguments): Promise<number> {
  // Ends through the exit that removes the folder of the empty sandbox.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(130));
  const session = await readWhole(file);
  const compared = await compareSession(session, ignored);
  for (const line of formatComparison(compared)) print(line);
  const isSame = compared.every(({ differences, failed }) => differences.length === 0 && !failed);
  return isSame && session.unread.length === 0 ? 0 : 1;
}

async function readWhole(file: string): Promise<Session> {
  const session = await readSession(file);
  if (session.isCut)
    warn(`The last line of ${file} is no whole exchange: it is left out, the others are read.`);
  for (const line of session.unread)
    warn(`${file}, line ${line}, is not an exchange: it is left out, the others are read.`);
  return session;
}

function readArguments(name: ToolName, given: readonly string[]): Arguments {
  const flags = new Map<string, string>();
  const files: string[] = [];
  const rest = given.flatMap((word) => (word.startsWith("--") ? word.split(/=(.*)/s).slice(0, 2) : [word]));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) files.push(word);
    else if (!allowed[name].includes(word))
      throw new SessionError(`${name} has no ${word}. --help lists what it has.`);
    else {
      const value = rest.shift();
      if (value === undefined || value.startsWith("--")) throw new SessionError(`${word} needs a value.`);
      flags.set(word, value);
    }
  }
  if (name !== "record" && files.length !== 1) throw new SessionError(`${name} needs one session file.`);
  return {
    file: files[0] ?? "",
    port: readPort(flags.get("--port") ?? "4010"),
    ignored: readIgnored(flags.get("--ignore")),
    flags,
  };
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new SessionError("--port must be a port number from 0 to 65535.");
}

const readIgnored = (text = "") =>
  new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  );

/** The only ways to the terminal: a session file or a client may have put anything into a line. */
const print = (line: string) => console.info(printable(line));
const warn = (line: string) => console.error(printable(line));

/** With the characters that move the cursor, end the line or change its direction written out. */
const printable = (line: string) =>
  line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** Resolves at the first signal to stop; the second ends the program at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(130));
      });
  });
}
