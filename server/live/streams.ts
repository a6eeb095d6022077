import type { Role } from "#lib/permissions.ts";
import { idleLockMs, mustEnroll } from "#server/auth/current-user.ts";
import { hasNewRights } from "#server/auth/roles/describe-role.ts";
import { findSessions, type SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { countOne } from "#server/metrics/registry.ts";
import { type LiveStream, openStream } from "./live-stream.ts";
import { isStopping, openStreams } from "./open-streams.ts";

/** A browser opens one; while a leading tab gives way to another there are two. */
const maxOfSession = 3;
/** One user, at however many workstations, doesn't keep the others out. */
const maxOfUser = 30;
const maxOfProcess = 2000;

/** A new stream for this user, or undefined when this process has enough of them or stops. Of one session or user the oldest gives way. */
export function addStream(user: SignedInUser): LiveStream | undefined {
  const all = openStreams();
  if (isStopping()) return undefined;
  evictOldest(maxOfSession, (stream) => stream.user.sessionId === user.sessionId);
  evictOldest(maxOfUser, (stream) => stream.user.id === user.id);
  if (all.size >= maxOfProcess) return undefined;
  const stream = openStream(user, (why) => {
    all.delete(stream);
    countOne("console_live_streams_ended_total", { why });
  });
  all.add(stream);
  return stream;
}

/** Ends the oldest of these streams, so that with one more there are `most` of them. */
function evictOldest(most: number, isOne: (stream: LiveStream) => boolean): void {
  const streams = [...openStreams()].filter(isOne);
  for (const stream of streams.slice(0, Math.max(0, streams.length + 1 - most))) stream.end("replaced");
}

/** Ends the streams whose session has ended, is locked, or has other rights than when it was opened. One query for all of them. */
export async function endStaleStreams(): Promise<void> {
  const streams = [...openStreams()];
  if (streams.length === 0) return;
  const ids = [...new Set(streams.map(({ user }) => user.sessionId))];
  const users = await findSessions(db(), ids, Date.now(), idleLockMs());
  for (const stream of streams) {
    const user = users.get(stream.user.sessionId);
    if (!user || mustEnroll(user) || !isSameRole(stream.user.role, user.role)) stream.end("session");
  }
}

/** A custom role is another object each time it is read. */
function isSameRole(before: Role, after: Role): boolean {
  if (typeof before === "string" || typeof after === "string") return before === after;
  return before.id === after.id && !hasNewRights(before, after);
}
