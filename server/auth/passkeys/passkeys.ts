import type { ExpressionBuilder, Kysely } from "kysely";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Passkey } from "#lib/session/passkey.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { hasPasskey, lockFactors, removeSecondStep } from "../factors/second-factor.ts";
import { renewSessions } from "../session/sessions.ts";

type Store = Kysely<Database>;

export async function listPasskeys(db: Store, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ created_at, used_at, ...row }) => ({
    ...row,
    createdAt: Number(created_at),
    usedAt: used_at === null ? null : Number(used_at),
  }));
}

/** Whether each of the selected users has a passkey: a column for `select`. */
export const hasPasskeyOf = ({ exists, selectFrom }: ExpressionBuilder<Database, "users">) =>
  exists(selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.user_id", "=", "users.id")).as(
    "hasPasskey",
  );

/** Gives one of the user's own passkeys another name. */
export function renamePasskey(
  db: Store,
  person: Actor,
  { id, name }: { id: string; name: string },
): Promise<Result<null>> {
  return db.transaction().execute(async (store) => {
    await lockFactors(store, person.id);
    const before = await store
      .selectFrom("passkeys")
      .select("name")
      .where("id", "=", id)
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    if (!before) return refuse(goneText);
    if (before.name === name) return ok(null);
    await store.updateTable("passkeys").set({ name }).where("id", "=", id).execute();
    const fields = { from: before.name, to: name };
    await record(store, { name: "passkey.renamed", by: person, subject: person.id, fields });
    return ok(null);
  });
}

/**
 * Removes one of the user's own passkeys. The last one also turns the second step off where there is no authenticator app, which
 * a role that `isRequired` names refuses. Ends all their sessions and returns the id of a new one.
 */
export function removePasskey(
  db: Store,
  person: Actor,
  { id, isRequired, now = Date.now() }: { id: string; isRequired: boolean; now?: number },
): Promise<Result<{ sessionId: string }>> {
  return db.transaction().execute(async (store) => {
    await lockFactors(store, person.id);
    const [others, app] = [
      await store
        .selectFrom("passkeys")
        .select("id")
        .where("user_id", "=", person.id)
        .where("id", "!=", id)
        .executeTakeFirst(),
      await store
        .selectFrom("second_factors")
        .select("secret")
        .where("user_id", "=", person.id)
        .executeTakeFirst(),
    ];
    const isLast = !others && !app?.secret;
    if (isLast && isRequired && (await hasPasskey(store, person.id)))
      return refuse("Your role needs a second step. Add another passkey or an authenticator app first.");
    const removed = await store
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", person.id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) return refuse(goneText);
    if (isLast) await removeSecondStep(store, person.id);
    const sessionId = await renewSessions(store, person.id, now);
    const fields = { passkey: removed.name };
    await record(store, { name: "passkey.removed", by: person, subject: person.id, fields });
    return ok({ sessionId });
  });
}

const goneText = "This passkey was removed already.";
