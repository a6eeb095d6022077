import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort } from "#e2e/support/free-port.ts";
import { outFolder } from "#e2e/support/out-folder.ts";
import { canInstall, installPackage } from "./debian.ts";
import { isExecutable, namesIn, pathFolders } from "./on-path.ts";
import { command, ended, startProcess, stopProcess } from "./processes.ts";

/** A server whose user may create databases. */
export type Postgres = { url: string; origin: string; stop(): Promise<void> };

/** The server TEST_POSTGRES_URL names, or one of our own in a folder of `parent`; undefined when there is no PostgreSQL. */
export async function startPostgres(parent = tmpdir()): Promise<Postgres | undefined> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) return { url: given, origin: "the server of TEST_POSTGRES_URL", stop: async () => {} };
  const programs = findPrograms() ?? (await installPrograms());
  return programs && startServer(programs, parent);
}

const OLDEST_MAJOR = 15;
const PATIENCE_MS = 30_000;

export type Programs = { folder: string; version: string };
export type Owner = { uid: number; gid: number };

/** The newest PostgreSQL on this machine that is not too old. */
export function findPrograms(): Programs | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = namesIn(debian).sort((a, b) => Number(b) - Number(a));
  return [...pathFolders(), ...versions.map((version) => join(debian, version, "bin"))]
    .filter((folder) => isExecutable(join(folder, "initdb")) && isExecutable(join(folder, "postgres")))
    .map((folder) => ({ folder, version: versionOf(join(folder, "postgres")) }))
    .find(({ version }) => Number.parseInt(version, 10) >= OLDEST_MAJOR);
}

async function installPrograms(): Promise<Programs | undefined> {
  if (process.env.CI !== "true" || !canInstall()) return undefined;
  return (await installPackage("postgresql")) ? findPrograms() : undefined;
}

function versionOf(program: string): string {
  try {
    return /\d+(\.\d+)*/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))?.[0] ?? "";
  } catch {
    return "";
  }
}

async function startServer({ folder, version }: Programs, parent: string): Promise<Postgres> {
  const home = mkdtempSync(join(parent, "console-postgres-"));
  // On exit, so that an aborted run leaves nothing behind either.
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const owner = ownerOf(home);
  const password = randomBytes(16).toString("hex");
  await initialize(folder, home, password, owner);
  const port = await freePort();
  const server = serve(folder, home, port, owner);
  const url = `postgres://console:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(url, ended(server));
  return {
    url,
    origin: `PostgreSQL ${version} of ${folder}, on port ${port} while the tests run`,
    stop: () => stopProcess(server),
  };
}

/** PostgreSQL refuses to run as root: its folder and processes then belong to an unprivileged user. */
export function ownerOf(home: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const line = lines.find(([name]) => name === "postgres") ?? lines.find(([name]) => name === "nobody");
  if (!line) throw new Error("PostgreSQL must not run as root, and there is no user postgres or nobody.");
  const owner = { uid: Number(line[2]), gid: Number(line[3]) };
  chownSync(home, owner.uid, owner.gid);
  return owner;
}

async function initialize(folder: string, home: string, password: string, owner?: Owner): Promise<void> {
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const args = [
    "-D",
    join(home, "data"),
    "-U",
    "console",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  const made = await command(
    join(folder, "initdb"),
    [...args, "--encoding=UTF8", "--locale=C", "--no-sync"],
    { stdio: ["ignore", "ignore", "inherit"], ...owner },
  );
  if (!made) throw new Error("PostgreSQL was found, but its folder could not be made: the reason is above.");
}

function serve(folder: string, home: string, port: number, owner?: Owner) {
  mkdirSync(outFolder("log"), { recursive: true });
  const output = openSync(outFolder("log", "postgres.log"), "w");
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    // The data is temporary, so durability is off.
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
  ];
  const server = startProcess(
    join(folder, "postgres"),
    ["-D", join(home, "data"), "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { cwd: home, stdio: ["ignore", output, output], ...owner },
  );
  closeSync(output);
  return server;
}

async function untilReady(url: string, end: Promise<unknown>): Promise<void> {
  let dead = false;
  void end.then(() => {
    dead = true;
  });
  for (const startedAt = Date.now(); !(await answers(url)); await delay(100))
    if (dead || Date.now() - startedAt > PATIENCE_MS)
      throw new Error(
        `PostgreSQL was found but did not start: ${outFolder("log", "postgres.log")} says why.`,
      );
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
