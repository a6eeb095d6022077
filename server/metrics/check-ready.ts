import { checkStore } from "#server/db/check-store.ts";
import { db } from "#server/db/db.ts";
import { isMigrated } from "#server/db/migrate.ts";
import { readPulse } from "#server/gateway-client/report.ts";
import { OtherVersionError } from "#server/sql/migrate.ts";

type Readiness = {
  ready: boolean;
  /** "ok", or what is wrong. */
  store: string;
  migrations: "ok" | "missing" | "newer" | "unknown";
  /** As the last request to it showed; it is not asked. */
  gateway: "reachable" | "unreachable" | "not asked yet" | "unknown";
};

/**
 * Whether this process should get requests. Not without a store of its own version that takes writes. A gateway that doesn't answer is only
 * reported: no other process would reach it either.
 */
export async function checkReady(): Promise<Readiness> {
  const [store, migrations, gateway] = await Promise.all([checkStore(), checkMigrations(), checkGateway()]);
  return { ready: store === "ok" && migrations === "ok", store, migrations, gateway };
}

async function checkMigrations(): Promise<Readiness["migrations"]> {
  try {
    return (await isMigrated(db())) ? "ok" : "missing";
  } catch (error) {
    return error instanceof OtherVersionError ? "newer" : "unknown";
  }
}

async function checkGateway(): Promise<Readiness["gateway"]> {
  try {
    const pulse = await readPulse();
    if (!pulse) return "not asked yet";
    return pulse.reachable ? "reachable" : "unreachable";
  } catch {
    return "unknown";
  }
}
