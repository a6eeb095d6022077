// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasProgram } from "#e2e/support/run-program.ts";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { commandNames } from "#lib/gateway/commands.ts";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import { sale as saleRow, sales, send } from "./bulk/bulk-files.ts";
import { makeSale } from "./payments.ts";
import { scenarios } from "./rules/command-scenarios.ts";

type Snippet = { title: string; programs: Record<string, string> };

/** Ends the output of one program; a line with its exit code follows. */
const end = "--- end ---";

/** Runs each program that is named on its input: the start of an interpreter takes longer than a snippet. */
const pythonInterpreter = `
import runpy, sys
for line in sys.stdin:
    code = 0
    try:
        runpy.run_path(line.strip(), run_name="__main__")
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else 1
        print(exit.code, file=sys.stderr)
    print("${end}", code, flush=True)
`;
const nodeInterpreter = `
const { createInterface } = await import("node:readline");
const { pathToFileURL } = await import("node:url");
for await (const path of createInterface({ input: process.stdin })) {
  await import(pathToFileURL(path));
  console.log("${end}", process.exitCode ?? 0);
  process.exitCode = 0;
}
`;

type Runner = {
  file: string;
  command: string[];
  isInstalled: boolean;
  /** Its command, where one can run several programs. */
  interpreter?: string[];
};

/** How each language's program is run, and how it is found that it can be. */
const runners: Record<string, Runner> = {
  curl: {
    file: "request.sh",
    command: ["sh", "-e"],
    isInstalled: hasProgram("curl") && hasProgram("openssl", ["version"]),
  },
  node: {
    file: "request.mjs",
    command: [process.execPath],
    isInstalled: true,
    interpreter: [process.execPath, "--input-type=module", "-e", nodeInterpreter],
  },
  php: {
    file: "request.php",
    command: ["php"],
    isInstalled: hasProgram("php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]),
  },
  python: {
    file: "request.py",
    command: ["python3"],
    isInstalled: hasProgram("python3"),
    interpreter: ["python3", "-c", pythonInterpreter],
  },
};

let sandbox: RunningSandbox;
let all: Record<string, Snippet[]>;
/** The group that the snippets read, pause and resume. */
let bulk: string | undefined;
beforeAll(async () => {
  sandbox = await startSandbox();
  all = await (await fetch(`${new URL(sandbox.url).origin}/docs/snippets.json`)).json();
  await sandbox.control("POST", "/keys", { key: sandbox.key, pin: sandbox.pin, duplicates: "off" });
});
afterAll(() => sandbox?.stop());

describe.each(Object.entries(runners))("snippets in %s", (language, runner) => {
  const { file, command, isInstalled } = runner;
  let folder: string;
  let sale: string;
  let token: string;
  let interpreter: Interpreter | undefined;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "snippets-"));
    sale = await makeSale(sandbox, "4.00");
    token = (await sandbox.command("cc:save", { creditcard: goodCard })).body.savedcard.key;
  });
  afterAll(async () => {
    interpreter?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a snippet with these keys in place of its samples, and returns what it printed. */
  const run = async (program: string, keys: Record<string, string>) => {
    const written = Object.entries(keys).reduce(
      (code, [sample, key]) => code.replaceAll(sample, key),
      program,
    );
    count += 1;
    const path = join(folder, `${count}-${file}`);
    await writeFile(path, written);
    // The first is run by its own command, as a reader would.
    if (count > 1 && runner.interpreter) interpreter ??= startInterpreter(launch(runner.interpreter));
    const { code, output, errors } = interpreter
      ? await interpreter.run(path)
      : await toItsEnd(launch([...command, path]));
    expect(code, `${written}\n${output}${errors}`).toBe(0);
    expect(errors).toBe("");
    return JSON.parse(output);
  };
  const launch = ([name = "", ...options]: readonly string[]) => {
    const { PATH, HOME, NODE_ENV } = process.env;
    const gateway = {
      GATEWAY_URL: sandbox.url,
      GATEWAY_API_KEY: sandbox.key,
      GATEWAY_API_PIN: sandbox.pin,
    };
    return spawn(name, options, { cwd: folder, env: { PATH, HOME, NODE_ENV, ...gateway } });
  };
  const programOf = (where: string, title = "") =>
    all[where]?.find((one) => one.title.startsWith(title))?.programs[language] ??
    `no snippet of ${where} ${title}`;

  const notInstalled = `${command[0]} is not installed here, or lacks what the snippets need`;
  test.for(commandNames)("the program for %s gets an approval", async (name, { skip }) => {
    skip(!isInstalled, notInstalled);
    const { trankey, refnum } = await scenarios[name].request(sandbox);
    const original = String(trankey ?? refnum ?? "");
    const answer = await run(programOf("POST /transactions", `${name}:`), {
      "0nf000000000000": original,
      "3108000001": original,
    });
    expect(answer.result_code, JSON.stringify(answer)).toBe("A");
  });

  const rows = Object.entries<Endpoint>(endpoints).flatMap(([name, { method, path, alsoAt = [] }]) =>
    name === "processTransaction" ? [] : [path, ...alsoAt].map((one) => [`${method} ${one}`, name] as const),
  );
  test.for(rows)("the program for %s gets the reply of the contract", async ([where, name], { skip }) => {
    skip(!isInstalled, notInstalled);
    if (name === "uploadBulk") await writeFile(join(folder, "payments.csv"), sales(saleRow(language)));
    else if (name.includes("Bulk")) bulk ??= await startBulk(sandbox);
    if (name.includes("Batch")) await makeSale(sandbox, "1.00");
    const keys = {
      "0nf000000000000": sale,
      "a1b2-c3d4-e5f6-g7h8": token,
      "bulk_transactions/current": `bulk_transactions/${bulk ?? "current"}`,
    };
    const answer = await run(programOf(where), keys);
    const { reply }: Endpoint = endpoints[name as keyof typeof endpoints];
    expect(reply.safeParse(answer).error, JSON.stringify(answer)).toBeUndefined();
  });

  test("no program contains a key or a PIN: each reads them from the environment", () => {
    expect(JSON.stringify(all)).not.toContain(sandbox.key);
    for (const snippets of Object.values(all))
      for (const { programs } of snippets)
        expect(programs[language]).toMatch(/GATEWAY_API_KEY[\s\S]*GATEWAY_API_PIN/);
  });
});

type Ended = { code: number | null; output: string; errors: string };

async function toItsEnd(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output, errors };
}

type Interpreter = { run(path: string): Promise<Ended>; stop(): void };

/** Runs programs one after another in this process. Throws when it ends before a program has. */
function startInterpreter(child: ChildProcessWithoutNullStreams): Interpreter {
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(() => {
    throw new Error(`the interpreter ended: ${output}${errors}`);
  });
  ended.catch(() => {});
  return {
    run: async (path) => {
      [output, errors] = ["", ""];
      child.stdin.write(`${path}\n`);
      for (;;) {
        const [, printed, code] = new RegExp(`^([^]*)${end} (\\d+)\n$`).exec(output) ?? [];
        if (code !== undefined) return { code: Number(code), output: printed ?? "", errors };
        await Promise.race([once(child.stdout, "data"), ended]);
      }
    },
    stop: () => void child.kill(),
  };
}

/** Uploads a file whose issuer takes longer than any test, and waits until it runs. */
async function startBulk(sandbox: RunningSandbox): Promise<string> {
  const slow = [{ match: { amount: "7.77" }, then: { delayMs: 600_000 } }];
  await sandbox.control("PUT", "/rules", slow);
  const { body } = await send(sandbox, sales(saleRow("slow", "7.77")));
  const group = () => sandbox.request("GET", `/bulk_transactions/${body.bulk_key}`);
  await expect.poll(async () => (await group()).body.status, { timeout: 30_000 }).toBe("Running");
  return body.bulk_key;
}
