import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveState, pollEvery, SESSION_CHANGED } from "#lib/live/live-state.ts";
import { startLive } from "./live.ts";
import { readMessage } from "./read-stream.ts";

/** The requests for a stream, each with what answers it. */
let asked: { after: string | null; send(text: string): void; end(): void }[];
let answer: () => Response | undefined;
let stop: () => void;
let checks: number;

type Asked = { headers: Record<string, string>; signal: AbortSignal };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [asked, answer, checks] = [[], () => undefined, 0];
  const window = new EventTarget();
  window.addEventListener(SESSION_CHANGED, () => (checks += 1));
  vi.stubGlobal("window", Object.assign(window, { BroadcastChannel }));
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("navigator", {
    locks: { request: async (_name: string, _how: object, run: () => void) => run() },
  });
  vi.stubGlobal("fetch", async (_path: string, { headers, signal }: Asked) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    signal.addEventListener("abort", () => controller?.error(signal.reason));
    const end = () => {
      controller?.close();
      controller = undefined;
    };
    asked.push({
      after: headers["last-event-id"] ?? null,
      send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      end,
    });
    return answer() ?? new Response(body);
  });
  stop = startLive(new QueryClient(), "me", 7);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass, and what the streams hold arrive. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

test("a query polls once a minute while the stream is open, and at its own pace once the stream has been gone for five seconds", async () => {
  const every = pollEvery(3000);
  await pass(0);
  expect(every()).toBe(3000);
  asked[0]?.send('id: 8\nevent: changed\ndata: {"payments":[]}\n\n');
  await pass(0);
  expect(every()).toBe(60_000);
  answer = () => new Response(null, { status: 503 });
  asked[0]?.end();
  await pass(4000);
  expect(every()).toBe(60_000);
  await pass(1500);
  expect(every()).toBe(3000);
  answer = () => undefined;
  const tries = asked.length;
  while (asked.length === tries) await pass(500);
  asked.at(-1)?.send(": beat\nid: 9\n\n");
  await pass(0);
  expect(every()).toBe(60_000);
});

test("a stream that broke off goes on after the last position", async () => {
  await pass(0);
  expect(asked[0]?.after).toBe("7");
  asked[0]?.send('id: 8\nevent: changed\ndata: {"payments":[]}\n\n: beat\nid: 1');
  await pass(0);
  asked[0]?.send("2\n\n");
  await pass(0);
  asked[0]?.end();
  await pass(2000);
  expect(asked[1]?.after).toBe("12");
});

test("a connection without a beat for 12 seconds is opened again", async () => {
  await pass(0);
  asked[0]?.send(": beat\nid: 8\n\n");
  await pass(11_000);
  expect(asked).toHaveLength(1);
  await pass(3000);
  expect(asked).toHaveLength(2);
});

test("the page checks its session when the stream says that it has changed, and tries again later", async () => {
  await pass(0);
  asked[0]?.send("event: session\ndata: {}\n\n");
  await pass(0);
  expect(checks).toBe(1);
  expect(liveState.isUp).toBe(false);
  answer = () => new Response(null, { status: 401 });
  await pass(2500);
  expect(asked).toHaveLength(2);
});

test("a message that this page does not know is ignored", () => {
  expect(readMessage("event: other\ndata: {}")).toBeUndefined();
  expect(readMessage(": a comment")).toBeUndefined();
});

test("a tab that shares another's stream refreshes once what the stream's position doesn't cover", async () => {
  stop();
  vi.stubGlobal("navigator", { locks: { request: () => new Promise(() => {}) } });
  const client = new QueryClient();
  client.setQueryData(["search", "page", "", null, null], []);
  client.setQueryData(["people", "list"], []);
  const isOld = (key: string[]) =>
    client.getQueryCache().find({ queryKey: key, exact: false })?.state.isInvalidated;
  stop = startLive(client, "me", 7);
  const leading = new BroadcastChannel("console-live");
  leading.postMessage({ kind: "beat", position: 7, userId: "me" });
  for (let turn = 0; turn < 20 && !liveState.isUp; turn += 1) await pass(10);
  expect([isOld(["search"]), isOld(["people"])]).toEqual([true, false]);
  client.setQueryData(["search", "page", "", null, null], []);
  leading.postMessage({ kind: "beat", position: 7, userId: "me" });
  for (let turn = 0; turn < 10; turn += 1) await pass(100);
  expect(isOld(["search"])).toBe(false);
  leading.close();
});
