import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { openSqlite } from "./sqlite.ts";

it("SQLite's rows are plain objects, which React can send to a browser", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sqlite-rows-"));
  const db = new Kysely({ dialect: openSqlite({ folder, name: "rows.sqlite" }) });
  const { rows } = await sql`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
  expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
  await db.destroy();
  await rm(folder, { recursive: true });
});
