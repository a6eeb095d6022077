import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#e2e/support/free-port.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** The smallest page Next can build: the baseline of every page. */
export class EmptyApp {
  readonly origin: string;
  readonly #server: ChildProcess;

  private constructor(origin: string, server: ChildProcess) {
    this.origin = origin;
    this.#server = server;
  }

  /** `more` are further files of it, by their path. */
  static async start(more: Record<string, string> = {}): Promise<EmptyApp> {
    const folder = outFolder("empty-app");
    const next = join(folder, "node_modules", "next", "dist", "bin", "next");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    for (const [name, text] of Object.entries({ ...files, ...more })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    // Its own copy of the packages (links, no bytes): with the project's root it would take the project's instrumentation and proxy for its own.
    for (const name of packages) linkPackage(name, folder);
    const built = spawnSync(process.execPath, [next, "build"], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    });
    if (built.status !== 0) throw new Error(`The empty page did not build:\n${built.stdout}${built.stderr}`);
    const port = await freePort();
    const server = spawn(process.execPath, [next, "start", "-p", String(port)], {
      cwd: folder,
      env: environment,
      stdio: "ignore",
    });
    const origin = `http://localhost:${port}`;
    for (let look = 0; !(await answers(origin)); look += 1) {
      if (look > 300) throw new Error("The empty page does not answer.");
      await delay(100);
    }
    return new EmptyApp(origin, server);
  }

  async stop(): Promise<void> {
    this.#server.kill("SIGTERM");
    if (this.#server.exitCode === null) await once(this.#server, "exit");
  }
}

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
};
delete environment.NEXT_DIST_DIR;

const packages = [
  "next",
  "@next",
  "@swc",
  "react",
  "react-dom",
  "scheduler",
  "styled-jsx",
  "client-only",
  "postcss",
  "nanoid",
  "picocolors",
  "source-map-js",
  "caniuse-lite",
  "baseline-browser-mapping",
  "tslib",
];

function linkPackage(name: string, folder: string): void {
  const from = join(projectRoot, "node_modules", name);
  if (!existsSync(from)) return;
  const linked = spawnSync("cp", ["-al", from, join(folder, "node_modules", name)]);
  if (linked.status !== 0) cpSync(from, join(folder, "node_modules", name), { recursive: true });
}

const files = {
  "package.json": `{ "name": "empty", "private": true, "type": "module" }`,
  "next.config.js": `export default { turbopack: { root: import.meta.dirname }, agentRules: false };`,
  "app/layout.jsx": `export default function Root({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
  "app/page.jsx": `export default function Page() { return <p>Empty</p>; }`,
};

async function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );
}
