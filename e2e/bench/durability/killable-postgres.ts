import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findPrograms, ownerOf } from "#e2e/run/postgres.ts";
import { freePort } from "#e2e/support/free-port.ts";

/** Our own PostgreSQL server, whose acknowledged commits survive a kill. */
export type KillablePostgres = {
  url: string;
  /** The folder of its programs. */
  programs: string;
  /** Ends it as a power cut would, and starts it again; resolves when it answers. */
  killAndRestart(): Promise<void>;
  /** Counts what its tables hold, as the server itself does within minutes after they were filled. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
};

/** Undefined where there is no PostgreSQL. */
export async function startKillablePostgres(): Promise<KillablePostgres | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "sandbox-postgres-"));
  const owner = ownerOf(home);
  const data = join(home, "data");
  execFileSync(
    join(programs.folder, "initdb"),
    ["-D", data, "-U", "bench", "-A", "trust", "--encoding=UTF8", "--locale=C"],
    { stdio: "ignore", cwd: home, ...owner },
  );
  const port = await freePort();
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  const launch = async () => {
    for (let attempt = 0; ; attempt++) {
      const server = spawn(
        join(programs.folder, "postgres"),
        [
          "-D",
          data,
          "-p",
          String(port),
          "-c",
          "listen_addresses=127.0.0.1",
          "-c",
          "unix_socket_directories=",
          "-c",
          "max_connections=250",
        ],
        { cwd: home, stdio: "ignore", ...owner },
      );
      if (await answersBeforeEnd(server, url)) return server;
      // The processes of the one before hold its memory for a moment longer.
      if (attempt > 100) throw new Error("PostgreSQL does not start again.");
      await delay(100);
    }
  };
  let server = await launch();
  return {
    url,
    programs: programs.folder,
    killAndRestart: async () => {
      await end(server, "SIGKILL");
      server = await launch();
    },
    analyze: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("vacuum analyze").finally(() => client.end());
    },
    stop: async () => {
      await end(server, "SIGINT");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}

async function answersBeforeEnd(server: ChildProcess, connectionString: string): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ connectionString });
    // A broken connection emits the error twice.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await delay(50);
    }
  }
  return false;
}
