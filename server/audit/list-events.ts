import { setImmediate as nextTurn } from "node:timers/promises";
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { StoredEvent } from "#lib/audit/describe.ts";
import { type AuditFilters, maxSearched, namesOf } from "#lib/audit/filters.ts";
import { daysFrom } from "#lib/business-day.ts";
import { toCents } from "#lib/money.ts";
import type { FoundCount } from "#lib/search/found.ts";
import { readMoment } from "#lib/time.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AuditEventsTable } from "#server/db/tables/audit/audit-events.ts";
import { env } from "#server/env.ts";
import { withinTime } from "#server/sql/within-time.ts";

export type AuditPage = { events: StoredEvent[]; hasNewer: boolean; hasOlder: boolean };

/** A page of the log, newest first. It goes on from a position, so that events that come meanwhile move none. */
export async function listEvents(filters: AuditFilters, limit = eventsOnPage): Promise<AuditPage> {
  const { before, after } = filters;
  const isBack = after !== undefined;
  const rows = await matching(filters)
    .$if(before !== undefined, (query) => query.where("position", "<", before ?? 0))
    .$if(isBack, (query) => query.where("position", ">", after ?? 0))
    .orderBy("position", isBack ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  if (isBack) shown.reverse();
  return {
    events: await toEvents(shown),
    hasNewer: isBack ? hasMore : before !== undefined,
    hasOlder: isBack ? shown.length > 0 : hasMore,
  };
}

/** How many events match; undefined when counting took too long. */
export async function countEvents(filters: AuditFilters): Promise<FoundCount | undefined> {
  const found = await withinTime(db(), countTimeMs, (store, inTime) =>
    store
      .selectFrom(
        matching(filters, store)
          .clearSelect()
          .select("position")
          .where(inTime)
          .limit(maxCounted + 1)
          .as("matches"),
      )
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  );
  return found && { count: Math.min(found.count, maxCounted), isMore: found.count > maxCounted };
}

/** Counts beyond this are "more than". */
const maxCounted = 10_000;
const countTimeMs = 280;

/** All events that match, newest first, in slices as they are taken. */
export async function* readEvents(filters: AuditFilters): AsyncGenerator<StoredEvent[]> {
  let before: number | undefined;
  for (;;) {
    const { events, hasOlder } = await listEvents({ ...filters, before, after: undefined }, slice);
    if (events.length > 0) yield events;
    before = events.at(-1)?.position;
    if (!hasOlder) return;
    // SQLite answers synchronously: without a turn of the event loop, a charge would wait for all events.
    await nextTurn();
  }
}

/** Everybody who can be in the log, by name. */
export function listPeople(): Promise<{ id: string; name: string }[]> {
  return db().selectFrom("users").select(["id", "name"]).orderBy("name").limit(500).execute();
}

const eventsOnPage = 50;
const slice = 1000;

function matching(
  filters: AuditFilters,
  store: Pick<ReturnType<typeof db>, "selectFrom"> = db(),
): SelectQueryBuilder<Database, "audit_events", AuditEventsTable> {
  const { user, subject, from, to } = filters;
  const names = namesOf(filters);
  const midnight = (day: string) => readMoment(env().gatewayTimeZone, `${day} 00:00:00`) ?? 0;
  return store
    .selectFrom("audit_events")
    .selectAll()
    .$if(names !== undefined, (query) => query.where("name", "in", names?.length ? names : none))
    .$if(user !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb("user_id", "=", user ?? ""), eb("subject", "=", user ?? "")])),
    )
    .$if(subject !== undefined, (query) => query.where(isAbout(subject ?? "")))
    .$if(from !== undefined, (query) => query.where("at", ">=", midnight(from ?? "")))
    .$if(to !== undefined, (query) => query.where("at", "<", midnight(daysFrom(to ?? "", 1))));
}

/** Whether an event is about this, or, among the newest, has it in its fields: an amount or an address. */
function isAbout(text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Database, "audit_events">();
  const cents = toCents(text.replace(/^\$|,(?=\d{3})/g, ""));
  const fields = [JSON.stringify(text).slice(1, -1), ...(cents === null ? [] : [`:${cents},`, `:${cents}}`])];
  const isNewest = eb("position", ">", (one) =>
    one
      .selectFrom("audit_events")
      .select(({ fn, val }) => sql<number>`${fn.max("position")} - ${val(maxSearched)}`.as("from")),
  );
  return eb.or([
    eb("subject", "=", text),
    eb.and([isNewest, eb.or(fields.map((field) => contains("data", field)))]),
  ]);
}

/** No event has this name. */
const none = ["" as AuditEventsTable["name"]];

async function toEvents(rows: readonly AuditEventsTable[]): Promise<StoredEvent[]> {
  const subjects = [...new Set(rows.flatMap(({ subject }) => subject ?? []))];
  const users =
    subjects.length === 0
      ? []
      : await db().selectFrom("users").select(["id", "name"]).where("id", "in", subjects).execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return rows.map(({ user_id: userId, user_name: userName, data, ...row }) => ({
    ...row,
    position: Number(row.position),
    at: Number(row.at),
    userId,
    userName,
    subjectName: row.subject === null || row.subject === userId ? undefined : names.get(row.subject),
    data: readData(data),
  }));
}

/** A row that somebody changed by hand is shown too. */
function readData(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? { ...data } : {};
  } catch {
    return { unreadable: text };
  }
}
