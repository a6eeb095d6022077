import { mutantPatches } from "../mutants.ts";
import { patchSources } from "../patch-sources.ts";

/**
 * A console without its screens: the real journal, resolver, client and store behind a small HTTP server on the loopback,
 * so that it can be started and killed by the hundred. HARNESS_MUTANT names a mutant; HARNESS_CLIENT=plain replaces the client
 * with one that retries as most do.
 */
const { HARNESS_MUTANT: mutant, HARNESS_CLIENT: kind } = process.env;
const requireAllApplied = patchSources(mutant ? mutantPatches(mutant) : []);
const client =
  kind === "plain" ? await import("./plain-test-client.ts") : await import("./console-test-client.ts");
await client.open();
if (kind !== "plain") requireAllApplied();
const { serveTestClient } = await import("./serve-test-client.ts");
console.info(`harness ready at ${await serveTestClient(client)}`);
