import { drawFrom, inTurns } from "#e2e/proof/proof.ts";
import { type EntryPoint, listActions, listPages, listRoutes } from "#e2e/support/entry-points.ts";
import { PAGE_USER_HEADER } from "#lib/session/page-user.ts";
import type { Actor } from "./actors.ts";
import { actionHeaders, keepsSession } from "./matrix.ts";

type Draw = { next(): number; of<Item>(items: readonly Item[]): Item };
type Sent = { what: string; isSignedIn: boolean; isPublic: boolean; url: string; init: RequestInit };

/** Sends `count` requests of nonsense to actions, routes and pages: none may break the console, and none without a session may be let in. */
export async function sendNonsense(
  origin: string,
  actors: readonly Actor[],
  { count, seed }: { count: number; seed: number },
): Promise<{ broken: string[]; letIn: string[]; statuses: Record<number, number> }> {
  const next = drawFrom(seed);
  const draw: Draw = {
    next,
    of: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }; // an index below the length
  const entryPoints = [...listPages(), ...listRoutes(), ...listActions(), ...others].filter(keepsSession);
  const requests = Array.from({ length: count }, () =>
    toRequest(draw, origin, draw.of(entryPoints), draw.of(actors)),
  );
  const statuses: Record<number, number> = {};
  const found = await inTurns(requests, 8, async (sent) => {
    const { status, ok, text } = await answerTo(sent).catch((error) => {
      throw new Error(`${sent.what}: no whole answer`, { cause: error });
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
    const place = `${sent.what}: ${status} ${text.slice(0, 80)}`;
    return {
      broken: status >= 500 ? [place] : [],
      letIn: !sent.isSignedIn && !sent.isPublic && ok && !isRefusal(text) ? [place] : [],
    };
  });
  return {
    broken: found.flatMap(({ broken }) => broken),
    letIn: found.flatMap(({ letIn }) => letIn),
    statuses,
  };
}

async function answerTo({ url, init }: Sent): Promise<{ status: number; ok: boolean; text: string }> {
  const answer = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(60_000) });
  const { status, ok } = answer;
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream) return { status, ok, text: await answer.text() };
  await answer.body?.cancel(); // it has no end
  return { status, ok, text: "" };
}

/** Entry points without a right of their own: open to everybody, or closed to all browsers. */
const others: EntryPoint[] = [
  "/sign-in",
  "/api/healthz",
  "/api/readyz",
  "/api/auth/csrf",
  "/api/auth/session",
  "/api/auth/signin",
]
  .map((path): EntryPoint => ({ kind: "page", name: path, path, need: "public" }))
  .concat(
    ["/api/metrics", "/api/webhooks/gateway", "/api/auth/callback/credentials", "/api/none", "/none"].map(
      (path): EntryPoint => ({ kind: "page", name: path, path, need: "nobody" }),
    ),
  );

/** What a page or an action says to somebody who is not signed in, or to a request that Next can't read: an error, before any action. */
const isRefusal = (text: string) =>
  /^\d+:E\{"digest"|You are signed out|"ok":false|\/sign-in|Sign in|There is nothing at this address|Page not found/m.test(
    text,
  );

function toRequest(draw: Draw, origin: string, entryPoint: EntryPoint, actor: Actor): Sent {
  const isAction = entryPoint.kind === "action";
  const method =
    isAction && draw.next() < 0.9
      ? "POST"
      : draw.of(["GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH"]);
  const headers: Record<string, string> = { ...actor.headers, ...oddHeaders(draw, origin) };
  if (isAction)
    Object.assign(headers, actionHeaders(origin, entryPoint as Parameters<typeof actionHeaders>[1])); // by its kind
  if (draw.next() < 0.1) headers[PAGE_USER_HEADER] = encode(draw.of(values));
  const path = entryPoint.path.replaceAll("no-such-1", () => encode(draw.of(values) || "x").slice(0, 300));
  const query = draw.next() < 0.5 ? `?${draw.of(names)}=${encode(draw.of(values))}` : "";
  const url = `${origin}${path}${query}`;
  const body = method === "GET" ? null : oddBody(draw);
  return {
    what: `${method} ${entryPoint.name}${query} as ${actor.name} with ${String(body).slice(0, 60)}`,
    isSignedIn: actor.role !== undefined,
    isPublic: entryPoint.need === "public",
    url,
    init: { method, headers, body },
  };
}

/** A lone half of a pair has no UTF-8. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

const names = [
  "q",
  "limit",
  "offset",
  "key",
  "from",
  "day",
  "view",
  "mine",
  "state",
  "callbackUrl",
  "_rsc",
  "__proto__",
];

/** Beside the usual ones: emptied, huge, of other types, of other scripts, and what other programs would run. */
const values = [
  ..."0,-1,1e309,NaN,null,true,[],{},..,../../etc/passwd,%00,__proto__,constructor,2026-02-30,9999999999999".split(
    ",",
  ),
  ...[
    "",
    " ",
    "'; drop table attempts; --",
    "<script>alert(1)</script>",
    "#{7*7}",
    "\u0000",
    "\ud800",
    "𝕏",
    "a".repeat(3000),
  ],
  ...["4111111111111111", "\r\nset-cookie: a=b", "%F0%9F", "{}[]()", "is:refunded amount:>", '"', "\\"],
];

function oddHeaders(draw: Draw, origin: string): Record<string, string> {
  const types = [
    "application/json",
    "text/plain;charset=UTF-8",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "x/y",
  ];
  return {
    origin: draw.next() < 0.8 ? origin : draw.of(["null", "https://evil.test", "nonsense"]),
    "content-type": draw.of(types),
    ...(draw.next() < 0.1 && { rsc: "1" }),
    ...(draw.next() < 0.1 && { "next-router-state-tree": draw.of(["%5B%5D", "nonsense", "%7B%7D"]) }),
    ...(draw.next() < 0.05 && { "next-action": draw.of(["0", "f".repeat(42), "__proto__"]) }),
    ...(draw.next() < 0.05 && { "x-signature": "0".repeat(64) }),
  };
}

function oddBody(draw: Draw): string {
  const value = draw.of(values);
  return draw.of([
    () => "",
    () => "[",
    () => "[{}]",
    () => "[null]",
    () => JSON.stringify([value, value]),
    () =>
      JSON.stringify([{ [draw.of(names)]: value, id: value, key: value, amount: value, attemptId: value }]),
    () => JSON.stringify([[[[[value]]]]]),
    () => `["$${draw.of(["F", "Q", "K", "@", "B", "n", "D", "i", "undefined", "S"])}1"]`,
    () => `--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n${value}\r\n--x--\r\n`,
    () => `csrfToken=${value}&email=${value}&password=${value}`,
    () => `{"digests":${"[".repeat(2000)}`,
    () => value.repeat(40),
  ])();
}
