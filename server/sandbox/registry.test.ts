import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openRegistry } from "./registry.ts";
import { openStore } from "./store/store.ts";
import { openVault } from "./vault.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test("a list says which key made a payment, also when the keys are due to be read anew meanwhile", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "registry-"));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore({ dataDir, databaseUrl: undefined });
  ends.push(() => store.close());
  const registry = openRegistry(store, openVault(randomBytes(32)));
  await registry.saveSource("key", "1234", { name: "Shop" });
  const source = await registry.findSource("key");
  vi.useFakeTimers({ toFake: ["performance"] });
  ends.push(() => vi.useRealTimers());
  vi.advanceTimersByTime(5000);
  const name = await store.read(async () => registry.lastKnownSource(source?.id ?? 0)?.settings.name);
  expect(name).toBe("Shop");
});
