import { recordAlone } from "#server/audit/record.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore } from "#server/db/db.ts";

/** For tests only: another process that records a payment and says when that was committed. */
const { DATA_DIR: dataDir = "", DATABASE_URL: databaseUrl } = process.env;
const store = openStore({ dataDir, databaseUrl });
await recordAlone(store, { name: "payment.recorded", by: "console", subject: "another process" });
process.send?.({ at: Date.now() });
await closeStore(store);
process.disconnect?.();
