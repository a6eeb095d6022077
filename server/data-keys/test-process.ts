import { setTimeout as delay } from "node:timers/promises";
import { recordAlone } from "#server/audit/record.ts";
import { storeKey } from "#server/db/db.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { startFollowingSettings } from "#server/merchant-settings/follow.ts";
import { showAlive } from "#server/payments/recovery/alive.ts";
import { rotateKeys } from "./rotate.ts";

/**
 * For tests only, a process of its own on a store: `kill STEP` changes the key and dies after that step, `write` writes to the audit log
 * as a console does until its input ends, and prints how often.
 */
const [task, point] = process.argv.slice(2);
const store = openStoreOutside();
// The parts of a console below take it from there.
Object.assign(globalThis, { [storeKey]: store });

if (task === "kill") {
  await rotateKeys(store, {
    settleMs: 0,
    onStep: (step) => step === point && process.kill(process.pid, "SIGKILL"),
  });
} else {
  let isOver = false;
  process.stdin.on("end", () => {
    isOver = true;
  });
  process.stdin.resume();
  await startFollowingSettings();
  await showAlive();
  console.info("writing");
  let written = 0;
  while (!isOver) {
    await recordAlone(store, { name: "session.ended", by: "console" });
    written += 1;
    await delay(10);
  }
  console.info(`written ${written}`);
  process.exit(0);
}
