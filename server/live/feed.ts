import { addChanges, type Changes } from "#lib/live/topics.ts";
import { auditChannel } from "#server/audit/record.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { countOne } from "#server/metrics/registry.ts";
import { inAccount } from "#server/sql/account-of.ts";
import { listen, type Subscription } from "#server/sql/notify.ts";
import type { LiveStream } from "./live-stream.ts";
import { openStreams } from "./open-streams.ts";
import { readChanges, readPosition } from "./read-changes.ts";
import { compareMarks, hasRecentEvent, type Marks, readMarks } from "./read-marks.ts";
import { addStream, endStaleStreams } from "./streams.ts";

/** How often a store that notifies nobody is asked for its newest position. */
const pollMs = 150;
/** How often it is asked where notifications arrive: this only finds what a lost notification would have reported. */
const pollNotifiedMs = 1000;
const marksMs = 1000;
/** How often marks are read after the log has moved, since its changes usually change them too. */
const movedMarksMs = 200;
const sessionsMs = 500;
const beatMs = 5000;
const restAfterErrorMs = 5000;

type Feed = {
  /** What the streams have reported. */
  position: number;
  marks: Marks;
  subscription: Subscription | undefined;
  isReading: boolean;
  /** Notified while it was reading. */
  isWoken: boolean;
  readAt: number;
  /** The log has moved since the marks were read. */
  hasMoved: boolean;
  timer: NodeJS.Timeout;
  at: { marks: number; sessions: number; beat: number };
};

/**
 * Opens a stream of what changes, for `user`. `after` is the position its page has learned of, from which it goes on; undefined: it
 * learns that anything may have changed. Undefined when this process takes no more. It reads the store while it has streams.
 */
export async function openLive(
  user: SignedInUser,
  after: number | undefined,
): Promise<LiveStream | undefined> {
  await ensureFeed();
  const stream = addStream(user);
  if (!stream) return undefined;
  try {
    // Its page may have been made by a process that has read further.
    const newest = await readPosition();
    const isKnown = after !== undefined && after <= newest;
    const missed = isKnown ? await readChanges(after) : { position: newest, changes: undefined };
    // What the marks were when its page was made is not known.
    if (missed.changes) {
      addChanges(missed.changes, { attention: [], webhooks: [] });
      if (await hasRecentEvent()) addChanges(missed.changes, { transactions: [] });
    }
    deliver(stream, missed.position, missed.changes);
    stream.beat(missed.position);
    return stream;
  } catch (error) {
    stream.end("stopped");
    throw error;
  }
}

function ensureFeed(): Promise<Feed> {
  const shared = globalThis as typeof globalThis & { [feedKey]?: Promise<Feed> | undefined }; // shared by all bundles of the process
  shared[feedKey] ??= begin().catch((error: unknown) => {
    shared[feedKey] = undefined;
    throw error;
  });
  return shared[feedKey];
}

async function begin(): Promise<Feed> {
  const [position, marks] = await Promise.all([readPosition(), readMarks()]);
  const { databaseUrl } = env();
  const now = Date.now();
  const feed: Feed = {
    position,
    marks,
    subscription: databaseUrl
      ? listen(databaseUrl, inAccount(db(), auditChannel), () => void wake(feed))
      : undefined,
    isReading: false,
    isWoken: false,
    readAt: now,
    hasMoved: false,
    timer: setInterval(() => tick(feed), pollMs),
    at: { marks: now, sessions: now, beat: now },
  };
  feed.timer.unref();
  return feed;
}

/** Nobody listens: the next stream begins again. */
function end(feed: Feed): void {
  clearInterval(feed.timer);
  feed.subscription?.stop();
  Object.assign(globalThis, { [feedKey]: undefined });
}

const feedKey: unique symbol = Symbol.for("merchant-console.live-feed");

function tick(feed: Feed): void {
  if (openStreams().size === 0) {
    end(feed);
    return;
  }
  const now = Date.now();
  const restMs = feed.subscription?.isUp() && !feed.hasMoved ? pollNotifiedMs : 0;
  if (now - feed.readAt >= restMs) void wake(feed);
  if (now - feed.at.sessions >= sessionsMs) {
    feed.at.sessions = now;
    endStaleStreams().catch((error: unknown) => {
      feed.at.sessions = now + restAfterErrorMs;
      log.warn({ err: error }, "checking the sessions of live pages failed; it will be repeated");
    });
  }
  if (now - feed.at.beat >= beatMs) {
    feed.at.beat = now;
    for (const stream of openStreams()) stream.beat(feed.position);
  }
}

async function wake(feed: Feed): Promise<void> {
  if (feed.isReading) {
    feed.isWoken = true;
    return;
  }
  feed.isReading = true;
  try {
    do {
      feed.isWoken = false;
      feed.readAt = Date.now();
      await read(feed);
    } while (feed.isWoken);
  } catch (error) {
    feed.readAt = Date.now() + restAfterErrorMs;
    log.warn({ err: error }, "reading what changed failed; it will be repeated");
  } finally {
    feed.isReading = false;
  }
}

async function read(feed: Feed): Promise<void> {
  const { position, changes } = await readChanges(feed.position);
  if (position !== feed.position) {
    feed.position = position;
    feed.hasMoved = true;
    broadcast(feed, changes);
  }
  if (Date.now() - feed.at.marks < (feed.hasMoved ? movedMarksMs : marksMs)) return;
  feed.at.marks = Date.now();
  feed.hasMoved = false;
  const marks = await readMarks();
  const differing: Changes = {};
  for (const topic of compareMarks(feed.marks, marks)) addChanges(differing, { [topic]: [] });
  feed.marks = marks;
  if (Object.keys(differing).length > 0) broadcast(feed, differing);
}

function broadcast(feed: Feed, changes: Changes | undefined): void {
  for (const stream of openStreams()) deliver(stream, feed.position, changes);
}

function deliver(stream: LiveStream, position: number, changes: Changes | undefined): void {
  if (stream.send(position, changes))
    countOne("console_live_events_total", { kind: changes ? "changed" : "gap" });
}
