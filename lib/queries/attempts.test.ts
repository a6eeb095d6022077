import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Attempt } from "../attempt.ts";
import { testAttempt } from "../test-attempt.ts";
import { attemptQuery, attemptsQuery } from "./attempts.ts";
import { attentionCountQuery } from "./attention-count.ts";

const id = "form-number-000000000001";
const decided = testAttempt({
  id,
  state: "resolved",
  tookMs: undefined,
  transaction: undefined,
  problem: { message: "said the bank", moved: false, decidedBy: "Tobias" },
});
const answered = (result_code: string): Attempt => ({
  ...decided,
  state: "answered",
  problem: undefined,
  transaction: { key: "1nf", result_code },
});

/** What the console answers next, by path. */
let answers: Record<string, unknown>;
let reads: string[];

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false); // polls as in a browser
  reads = [];
  vi.stubGlobal("fetch", async (path: string) => {
    reads.push(path);
    return Response.json(answers[path.split("?")[0] ?? ""]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const one = `/api/console/attempts/${id}`;
const list = "/api/console/attempts";
const count = "/api/console/attention/count";

/** A page that shows these for a minute, and what it shows of them then. */
function open(first: Attempt) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });
  client.setQueryData(attemptQuery(id).queryKey, first);
  client.setQueryData(attemptsQuery({ mine: true }).queryKey, [first]);
  const observers = [
    new QueryObserver(client, attemptQuery(id) as never),
    new QueryObserver(client, attemptsQuery({ mine: true }) as never),
  ];
  for (const observer of observers) observer.subscribe(() => {});
  return {
    client,
    shown: () => client.getQueryData(attemptQuery(id).queryKey),
    listed: () => client.getQueryData(attemptsQuery({ mine: true }).queryKey),
  };
}

test("an open result and the last payments follow a decision that the evidence contradicts", async () => {
  const contradicted = { ...decided, contradiction: { moved: true, message: "Found.", at: 1 } };
  answers = { [one]: contradicted, [list]: [contradicted] };
  const page = open(decided);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(page.shown()?.contradiction?.moved).toBe(true);
  expect(page.listed()?.[0]?.contradiction?.moved).toBe(true);
});

test("an open result of an approved part follows a void at another workstation", async () => {
  const voided: Attempt = { ...answered("P"), current: { state: "voided", refundedCents: 0 } };
  answers = { [one]: voided, [list]: [voided] };
  const page = open(answered("P"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(page.shown()?.current?.state).toBe("voided");
});

test("a new count under Attention reads open results at once", async () => {
  const found = { ...decided, contradiction: { moved: true, message: "Found.", at: 1 } };
  answers = {
    [one]: decided,
    [list]: [decided],
    [count]: { count: 0, open: 0, notices: 0, delayedRefunds: [] },
  };
  const page = open(decided);
  new QueryObserver(page.client, attentionCountQuery() as never).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1000);
  answers = { [one]: found, [list]: [found], [count]: { open: 0, notices: 1, delayedRefunds: [] } };
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.shown()?.contradiction?.moved).toBe(true);
  expect(page.listed()?.[0]?.contradiction?.moved).toBe(true);
  reads = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads).toEqual([count]);
});

test.each(["D", "E", "V"])("a result with code %s is final and is not read again", async (code) => {
  answers = { [one]: answered(code), [list]: [] };
  open(answered(code));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(reads).not.toContain(one);
});
