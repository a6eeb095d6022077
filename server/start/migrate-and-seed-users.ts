import { demoUsers, disableDemoUsers, ensureDemoUsers } from "#server/auth/demo-users.ts";
import { MIN_PASSWORD_LENGTH } from "#server/auth/sign-in/password.ts";
import { listUsers } from "#server/auth/users.ts";
import { loadKeyring } from "#server/data-keys/keyring.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import type { StartSettings } from "#server/env.ts";
import { OtherVersionError } from "#server/sql/migrate.ts";
import { provideDataKey, storedDemoPassword } from "#server/stored-secrets.ts";
import { StartError } from "./problem.ts";

export type SignIn = { email: string; role: string; password: string };

/**
 * Migrates the store and, in front of the sandbox, creates the demo users. In front of a real gateway the demo users are
 * disabled. `empty`: there is no user yet.
 */
export async function migrateAndSeedUsers(
  settings: StartSettings,
): Promise<{ signIns: SignIn[]; empty: boolean }> {
  const db = await openMigrated(settings);
  try {
    const signIns = settings.gateway ? [] : await seedDemoUsers(db, settings.dataDir);
    if (settings.gateway) await disableDemoUsers(db);
    const empty = !(await listUsers(db)).some((user) => !user.disabled);
    return { signIns, empty };
  } finally {
    await db.destroy();
  }
}

/** Refuses a short demo password before anything starts. */
export function requireDemoPassword(): void {
  const given = process.env.DEMO_PASSWORD;
  if (given && given.length < MIN_PASSWORD_LENGTH)
    throw new StartError(
      `DEMO_PASSWORD is too short: it must be at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
}

type Store = ReturnType<typeof openStore>;

async function openMigrated(settings: StartSettings): Promise<Store> {
  try {
    // What is done to users is recorded under the data key.
    provideDataKey(settings.dataDir);
    const db = openStore(settings);
    await migrateToLatest(db);
    await loadKeyring(db);
    return db;
  } catch (error) {
    if (error instanceof OtherVersionError) throw new StartError(`${error.message} (${where(settings)})`);
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The store could not be opened, check ${where(settings)}: ${why}`);
  }
}

const where = ({ databaseUrl, dataDir }: StartSettings) =>
  databaseUrl ? "DATABASE_URL" : `DATA_DIR (${dataDir})`;

async function seedDemoUsers(db: Store, dataDir: string): Promise<SignIn[]> {
  const password = storedDemoPassword(dataDir, process.env.DEMO_PASSWORD);
  await ensureDemoUsers(db, password);
  return demoUsers.map(({ email, role }) => ({ email, role, password }));
}
