import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { dropDatabases } from "#server/sql/test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the sandboxes that test files share, and how the names of their databases begin. */
    sharedSandboxes: { folder: string; database: string };
  }
}

/** Vitest calls this once before the tests of a project, and what it returns after them. */
export default async function provideStores(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "shared-sandboxes-"));
  const database = `shared_sandbox_${randomBytes(4).toString("hex")}`;
  project.provide("sharedSandboxes", { folder, database });
  const server = process.env.TEST_POSTGRES_URL;
  return async () => {
    if (server !== undefined) await dropDatabases(server, database);
    await rm(folder, { recursive: true, force: true });
  };
}
