import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import pg from "pg";
import { inAccount } from "./account-of.ts";
import { isPostgres } from "./dialect.ts";
import { nameStatement } from "./statement-names.ts";

/** Wakes all listeners of `channel` of this store once this transaction commits. SQLite has none: its readers look for themselves. */
export async function notify<Tables>(
  db: Transaction<Tables> | Kysely<Tables>,
  channel: string,
): Promise<void> {
  if (isPostgres(db)) await db.executeQuery(CompiledQuery.raw(notifyText, [inAccount(db, channel)]));
}

const notifyText = "select pg_notify($1, '')";
nameStatement(notifyText);

export type Subscription = {
  /** Whether notifications arrive now. */
  isUp(): boolean;
  stop(): void;
};

/**
 * Calls `wake` for each notification on `channel`, over a connection of its own that is opened again when it breaks: what was
 * notified meanwhile is lost, so `wake` is also called then.
 */
export function listen(connectionString: string, channel: string, wake: () => void): Subscription {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isUp = false;
  let isStopped = false;
  const connect = async () => {
    const next = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
    client = next;
    next.on("error", () => {});
    next.on("end", () => retry(next));
    next.on("notification", wake);
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isStopped) return void next.end().catch(() => {});
      isUp = true;
      wake();
    } catch {
      next.end().catch(() => {});
      retry(next);
    }
  };
  const retry = (broken: pg.Client) => {
    if (isStopped || client !== broken) return;
    client = undefined;
    isUp = false;
    timer = setTimeout(connect, retryMs);
    timer.unref();
  };
  void connect();
  return {
    isUp: () => isUp,
    stop: () => {
      isStopped = true;
      isUp = false;
      clearTimeout(timer);
      client?.end().catch(() => {});
    },
  };
}

const retryMs = 1000;
