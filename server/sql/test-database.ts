import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * For tests only: a new database on the PostgreSQL server of this address, whose user may create some. Its name begins with
 * `purpose`. It is a copy of the `template`, to which no client may be connected.
 */
export async function createDatabase(
  server: string,
  purpose = "sandbox_test",
  template = "template1",
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${purpose}_${randomBytes(6).toString("hex")}`;
  // Copying the files takes half as long as writing them to the log.
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await runOnServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** For tests only: drops the databases that `createDatabase` made for this purpose. */
export async function dropDatabases(server: string, purpose: string): Promise<void> {
  const { rows } = await runOnServer(
    server,
    `select datname from pg_database where starts_with(datname, '${purpose}_')`,
  );
  for (const { datname } of rows) await runOnServer(server, `drop database ${datname} with (force)`);
}

const runOnServer = (server: string, text: string): Promise<pg.QueryResult> => poolOf(server).query(text);

const pools = new Map<string, pg.Pool>();

/** One connection creates and drops all databases of a process. */
function poolOf(server: string): pg.Pool {
  const known = pools.get(server);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
  // The server may end first.
  pool.on("error", () => {});
  pools.set(server, pool);
  return pool;
}
