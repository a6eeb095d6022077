import type { QueryClient } from "@tanstack/react-query";
import { liveState, SESSION_CHANGED } from "#lib/live/live-state.ts";
import { readStream, type StreamMessage } from "./read-stream.ts";
import { createRefresh } from "./refresh.ts";

type Report = StreamMessage | { kind: "down" };
/** What the tabs of a browser say to each other, with the user whose page says it. `hello`: a page was opened. */
type TabMessage = { userId: string } & (Report | { kind: "hello" });

const channelName = "console-live";
/** Without the channel for this long, pages poll as they do without one. */
const downAfterMs = 5000;
/** As long as the leading tab may say nothing: it passes on a beat every 5 s. */
const quietMs = 12_000;
const firstRetryMs = 500;
const longestRetryMs = 15_000;
const refusedRetryMs = 2000;

/**
 * Lets the page follow changes anywhere. One tab of the browser leads: it holds the Web Lock, reads the stream and passes it on; when it
 * closes, the browser gives the lock to the next. `position` is what the page was made from. Returns the function that stops it.
 * Where there are no Web Locks (without https), pages poll.
 */
export function startLive(client: QueryClient, userId: string, position: number | undefined): () => void {
  if (!navigator.locks || !window.BroadcastChannel) return () => {};
  const page = createPage(client, userId, position);
  const channel = new BroadcastChannel(channelName);
  const left = new AbortController();
  const say = (message: Report | { kind: "hello" }) =>
    channel.postMessage({ ...message, userId } satisfies TabMessage);
  let isLeading = false;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    // Another user's page: the session of this one may have been replaced.
    if (data.userId !== userId) return data.kind === "hello" ? announceSessionChange() : undefined;
    if (data.kind !== "hello") page.take(data, "tab");
    else if (isLeading && liveState.isUp) say({ kind: "beat", position: page.position() ?? 0 });
  };
  say({ kind: "hello" });
  navigator.locks
    .request(`${channelName} ${userId}`, { signal: left.signal }, async () => {
      isLeading = true;
      await lead(page, say, left.signal);
    })
    .catch(() => {}); // it left before it led
  return () => {
    left.abort();
    channel.close();
    page.stop();
  };
}

/** Reads the stream for all tabs, again and again, until the tab leaves. */
async function lead(page: Page, say: (report: Report) => void, signal: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  let downTimer: ReturnType<typeof setTimeout> | undefined;
  const pass = (report: Report) => {
    clearTimeout(downTimer);
    downTimer = undefined;
    page.take(report, "stream");
    say(report);
  };
  while (!signal.aborted) {
    const isGood = await readStream(page.position(), signal, (message) => {
      retryMs = firstRetryMs;
      pass(message);
    });
    if (signal.aborted) break;
    if (isGood) downTimer ??= setTimeout(pass, downAfterMs, { kind: "down" });
    else pass({ kind: "down" });
    await pause(isGood ? retryMs * (0.75 + Math.random() / 2) : refusedRetryMs, signal);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }
  clearTimeout(downTimer);
}

/** Ends early when the tab is looked at again or the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => done.abort(), ms);
    const end = () => done.abort();
    for (const target of [window, signal])
      for (const name of ["focus", "online", "abort"])
        target.addEventListener(name, end, { signal: done.signal });
    done.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

type Page = ReturnType<typeof createPage>;

/** What a tab does with what it learns, from the stream or from the leading tab. */
function createPage(client: QueryClient, userId: string, startedAt: number | undefined) {
  const refresh = createRefresh(client, userId);
  let position = startedAt;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const goDown = () => {
    clearTimeout(quiet);
    if (!liveState.isUp) return;
    liveState.isUp = false;
    // Each read takes up its own pace again.
    refresh.applyAll();
  };
  const take = (report: Report, from: "stream" | "tab") => {
    if (report.kind === "down") return goDown();
    if (report.kind === "session") {
      liveState.isUp = false;
      return announceSessionChange();
    }
    clearTimeout(quiet);
    quiet = setTimeout(goDown, quietMs);
    // The stream goes on from this page's position; what the leading tab passes on may not.
    const isFirstOfTab = from === "tab" && !liveState.isUp;
    const mayHaveMissed = isFirstOfTab && report.position !== position;
    // What the position doesn't count, as the stream reports it to the tab that opens it.
    if (isFirstOfTab) refresh.apply({ attention: [], webhooks: [], transactions: [] });
    if (report.kind === "gap" || mayHaveMissed) refresh.applyAll();
    else if (report.kind === "changed") refresh.apply(report.changes);
    position = report.position;
    liveState.isUp = true;
  };
  return {
    take,
    position: () => position,
    stop: () => {
      clearTimeout(quiet);
      refresh.stop();
      liveState.isUp = false;
    },
  };
}

const announceSessionChange = () => void window.dispatchEvent(new Event(SESSION_CHANGED));
