import type { AuditName } from "#lib/audit/events.ts";
import { addChanges, type Changes, type Topic } from "#lib/live/topics.ts";
import { db } from "#server/db/db.ts";
import { findOwners } from "#server/payments/attempts/attempt-queries.ts";

/** What happened after a position of the audit log. `changes` is missing where that is too long ago to be listed. */
type Reading = { position: number; changes: Changes | undefined };

/**
 * Reads what the audit log holds after `after`. Its positions have no gaps and follow the commits, in every process, so no change is
 * missed however late this reads.
 */
export async function readChanges(after: number): Promise<Reading> {
  const rows = await db()
    .selectFrom("audit_events")
    .select(["position", "name", "subject"])
    .where("position", ">", after)
    .orderBy("position")
    .limit(maxListed + 1)
    .execute();
  if (rows.length > maxListed) return { position: await readPosition(), changes: undefined };
  const owners = await findOwners([...new Set(rows.flatMap(({ subject }) => subject ?? []))]);
  const changes: Changes = {};
  for (const { name, subject } of rows) {
    const owner = subject === null ? undefined : owners.get(subject);
    const ids = subject && owner ? [subject, owner] : [];
    for (const topic of topicsOf(name)) addChanges(changes, { [topic]: ids });
  }
  return { position: rows.at(-1)?.position ?? after, changes };
}

/** The newest position of the audit log; 0 while it is empty. */
export async function readPosition(): Promise<number> {
  const { position } = await db()
    .selectFrom("audit_events")
    .select(({ fn }) => fn.max("position").as("position"))
    .executeTakeFirstOrThrow();
  return Number(position ?? 0);
}

const maxListed = 1000;

type Subject<Name> = Name extends `${infer Prefix}.${string}` ? Prefix : never;

/** By the first word of an event's name. */
const topicsBySubject: Record<Subject<AuditName>, readonly Topic[]> = {
  payment: ["payments", "transactions"],
  order: ["payments"],
  notice: ["attention"],
  card: [],
  bulk: ["bulk"],
  batch: ["batches"],
  reconciliation: ["reconciliation"],
  day: ["dayEnd"],
  deposit: ["deposits"],
  drawer: ["drawer"],
  user: ["people"],
  session: ["people"],
  signIn: ["people"],
  factor: ["people"],
  approval: ["approvals"],
  data: [],
  gateway: [],
  identity: ["people"],
  keys: [],
  passkey: ["people"],
  role: ["people"],
  account: [],
  setting: [],
  access: [],
  export: [],
  receipt: [],
  settings: [],
  store: [],
  log: [],
};

const topicsOf = (name: AuditName): readonly Topic[] => {
  const ofSubject = topicsBySubject[name.split(".")[0] as Subject<AuditName>] ?? []; // a newer process may write others
  // Who approved it sees that it was sent.
  return name === "payment.approved" ? [...ofSubject, "approvals"] : ofSubject;
};
