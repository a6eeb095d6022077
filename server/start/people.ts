import { demoUsers, disableDemoUsers, ensureDemoUsers } from "#server/auth/demo-users.ts";
import { MIN_PASSWORD_LENGTH } from "#server/auth/password.ts";
import { listUsers } from "#server/auth/users.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { StartSettings } from "#server/env.ts";
import { keptDemoPassword } from "./kept-secrets.ts";
import { StartProblem } from "./problem.ts";

export type SignIn = { email: string; role: string; password: string };

/**
 * Brings the store to its newest shape and, in front of the sandbox, makes the demo's people. In front of a real
 * gateway nobody gets in with a demo password. `empty`: nobody can sign in.
 */
export async function openDoor(settings: StartSettings): Promise<{ signIns: SignIn[]; empty: boolean }> {
  const db = await openMigrated(settings);
  try {
    const signIns = settings.gateway ? [] : await makeDemoPeople(db, settings.dataDir);
    if (settings.gateway) await disableDemoUsers(db);
    const empty = !(await listUsers(db)).some((user) => !user.disabled);
    return { signIns, empty };
  } finally {
    await db.destroy();
  }
}

/** A wrong password of the demo is told before anything is started. */
export function requireDemoPassword(): void {
  const given = process.env.DEMO_PASSWORD;
  if (given && given.length < MIN_PASSWORD_LENGTH)
    throw new StartProblem(
      `DEMO_PASSWORD is too short: it must be at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
}

type Store = ReturnType<typeof openStore>;

async function openMigrated(settings: StartSettings): Promise<Store> {
  try {
    const db = openStore(settings);
    await migrateToLatest(db);
    return db;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const where = settings.databaseUrl ? "DATABASE_URL" : `DATA_DIR (${settings.dataDir})`;
    throw new StartProblem(`The store could not be opened, check ${where}: ${why}`);
  }
}

async function makeDemoPeople(db: Store, dataDir: string): Promise<SignIn[]> {
  const password = keptDemoPassword(dataDir, process.env.DEMO_PASSWORD);
  await ensureDemoUsers(db, password);
  return demoUsers.map(({ email, role }) => ({ email, role, password }));
}
