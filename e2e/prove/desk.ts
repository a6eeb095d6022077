import { bugPatches } from "./bugs.ts";
import { crashPatches } from "./crash-points.ts";
import { patchSources } from "./patch-sources.ts";

/**
 * A console without its screens: the real journal, resolver, client and store behind a small HTTP server on the loopback,
 * so that it can be started and killed by the hundred. DESK_CRASH=1 lets it be told where to kill itself; DESK_BUG names a
 * seeded bug; DESK_CLIENT=plain puts a client in its place that retries as most do.
 */
const { DESK_BUG: bug, DESK_CRASH: crash, DESK_CLIENT: client } = process.env;
const requireAllApplied = patchSources([
  ...(bug ? bugPatches(bug) : []),
  ...(crash === "1" ? crashPatches() : []),
]);
const till = client === "plain" ? await import("./plain-till.ts") : await import("./journal-till.ts");
await till.open();
if (client !== "plain") requireAllApplied();
const { serveTill } = await import("./serve-till.ts");
console.info(`desk ready at ${await serveTill(till)}`);
