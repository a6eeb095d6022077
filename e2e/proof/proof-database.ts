import { randomBytes } from "node:crypto";
import pg from "pg";

/** An empty database on a server whose user may create some. */
export async function openProofDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `proof_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
