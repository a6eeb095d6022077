import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, it } from "vitest";
import { projectRoot } from "../project-root.ts";

/** Prints lines all the while, finishes something when it is asked to end, and reports to a pipe of its own. */
const program = `
  import { writeSync } from "node:fs";
  import { endWithStarter } from "./server/start/processes/end-with-starter.ts";
  process.on("SIGTERM", () =>
    setTimeout(() => {
      writeSync(3, "ended as asked\\n");
      process.exit(0);
    }, 500),
  );
  endWithStarter();
  writeSync(3, process.pid + "\\n");
  setInterval(() => {
    console.info("a line");
    console.error("another");
  }, 50);
`;
/** Starts the program as the starter starts a console. */
const starter = (named: string) => `
  import { spawn } from "node:child_process";
  const child = spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(program)}], {
    stdio: ["ignore", "pipe", "pipe", 1],
    env: { ...process.env, CONSOLE_STARTER: ${named} },
  });
  child.stdout.resume();
  child.stderr.resume();
`;

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
});

it.each([
  ["a console whose starter is killed", "String(process.pid)"],
  // No process has this number.
  ["one whose starter was gone before it could look", '"4194304000"'],
])("%s ends as on a signal to stop", async (_name, named) => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", starter(named)], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(0);
  started.push(Number(lines[0]));
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => lines[1], { timeout: 15_000 }).toBe("ended as asked");
});
