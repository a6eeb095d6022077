import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRegistry } from "./registry.ts";
import { openStore } from "./store.ts";
import { openVault } from "./vault.ts";

test("the name of a key is available inside a transaction while keys are stale", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "registry-"));
  const store = await openStore({ dataDir, databaseUrl: undefined });
  const registry = openRegistry(store, openVault(randomBytes(32)));
  await registry.saveSource("key", "pin", { name: "Till" });
  const id = (await registry.findSource("key"))?.id ?? 0;
  // The cached keys are now stale: reading them inside a transaction would deadlock.
  await registry.saveSource("another key", "pin", {});
  expect(await store.read(async () => registry.nameOf(id))).toBe("Till");
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});
