import { type Kysely, type RawBuilder, sql } from "kysely";
import { approvedCodes } from "#lib/gateway/codes/result-codes.ts";
import type { MoneyRight } from "#lib/permissions.ts";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { addStep } from "./attempt-steps.ts";

/**
 * What a person moved by a right on a business day, in cents: their own attempts and those of others that they approved. An
 * attempt counts while its outcome is open, and then if the gateway approved it; `exceptId` doesn't. Raising a payment counts
 * toward charges with what it adds: the payment itself counted for the person who took it.
 */
export async function usedToday(
  store: Kysely<Database>,
  userId: string,
  { right, from, until }: { right: MoneyRight; from: number; until: number },
  exceptId = "",
): Promise<number> {
  const { used } = await store
    .selectFrom("attempts")
    .select(
      right === "charge"
        ? sql<number | string | null>`sum(coalesce(raised_cents, amount_cents))`.as("used")
        : sql<number | string | null>`sum(amount_cents)`.as("used"),
    )
    .where(({ or, eb }) =>
      or([
        eb("money_right", "=", right),
        ...(right === "charge" ? [eb("raised_cents", "is not", null)] : []),
      ]),
    )
    .where("prepared_at", ">=", from)
    .where("prepared_at", "<", until)
    .where("id", "!=", exceptId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("user_id", "=", userId),
        eb(
          "id",
          "in",
          selectFrom("approvals")
            .select("attempt_id")
            .where("approved_by", "=", userId)
            .where("at", ">=", from),
        ),
      ]),
    )
    .where(mayHaveMoved(store))
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

/** Keeps who approved an attempt, on it and in its timeline. */
export async function noteApprover(
  store: Kysely<Database>,
  id: string,
  { name, at }: { name: string; at: number },
): Promise<void> {
  await store.updateTable("attempts").set({ approved_by: name }).where("id", "=", id).execute();
  await addStep(store, id, { at, kind: "approved", text: `Approved by ${name}` });
}

/** `tookEffectBy` of attempts.ts, or without an outcome yet, in SQL. */
function mayHaveMoved(store: Kysely<Database>): RawBuilder<boolean> {
  const json = (column: string) => (isPostgres(store) ? sql`${sql.ref(column)}::json` : sql.ref(column));
  const moved = (column: string) => sql`cast(${json(column)} ->> 'moved' as text) in ('1', 'true')`;
  return sql<boolean>`case
    when contradiction is not null then ${moved("contradiction")}
    when state = 'resolved' and problem is not null then ${moved("problem")}
    when answer is not null then ${json("answer")} ->> 'result_code' in (${sql.join(approvedCodes.map(sql.lit))})
      and coalesce(${json("answer")} ->> 'is_duplicate', '') <> 'Y'
    else state not in ('refused', 'unsent') end`;
}
