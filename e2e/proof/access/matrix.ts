import { drawFrom, inTurns } from "#e2e/proof/proof.ts";
import {
  type ActionEntryPoint,
  type EntryPoint,
  listActions,
  listPages,
  listRoutes,
  type RouteEntryPoint,
} from "#e2e/support/entry-points.ts";
import { may, type Right, rights } from "#lib/permissions.ts";
import type { Actor } from "./actors.ts";

export type MatrixResult = { cells: number; wrong: string[] };
export type Sample = { seed: number; oneIn: number };
type Found = "in" | "signedOut" | "forbidden" | `status ${number}`;

/** Asks as everybody at every page, at every method of every route, and at every action of the build: who gets in, as the table of rights says? */
export async function tryEveryEntryPoint(
  origin: string,
  actors: readonly Actor[],
  some: Sample,
): Promise<MatrixResult> {
  const entryPoints = [...listPages(), ...listRoutes(), ...listActions()].filter(keepsSession);
  const cells = sampleOf(
    entryPoints.flatMap((entryPoint) => actors.map((actor) => ({ entryPoint, actor }))),
    some,
  );
  const found = await inTurns(cells, 6, async ({ entryPoint, actor }) => {
    const expected = expectedOf(entryPoint, actor);
    const got = await visit(origin, entryPoint, actor).catch((error) => {
      throw new Error(`${entryPoint.name} as ${actor.name}: no answer`, { cause: error });
    });
    return got === expected ? [] : [`${entryPoint.name} as ${actor.name}: ${got}, not ${expected}`];
  });
  return { cells: cells.length, wrong: found.flat() };
}

/** Not what ends or locks a session with any input: the rest of the table needs it. */
export const keepsSession = ({ name }: EntryPoint) =>
  name !== "signOut" && name !== "POST /api/console/session/lock";

function expectedOf({ need }: EntryPoint, { role }: Actor): Found {
  if (need === "public") return "in";
  if (!role || need === "locked") return "signedOut";
  return !Object.hasOwn(rights, need) || may(role, need as Right) ? "in" : "forbidden"; // hasOwn has looked
}

/** One in so many, at random. */
export function sampleOf<Item>(items: readonly Item[], { seed, oneIn }: Sample): Item[] {
  const draw = drawFrom(seed);
  return items.filter(() => draw() < 1 / oneIn);
}

async function visit(origin: string, entryPoint: EntryPoint, actor: Actor): Promise<Found> {
  if (isRoute(entryPoint)) return ofRoute(await send(origin, entryPoint, actor));
  if (isAction(entryPoint)) return ofAction(await send(origin, entryPoint, actor));
  return ofPage(await send(origin, entryPoint, actor));
}

const isRoute = (entryPoint: EntryPoint): entryPoint is RouteEntryPoint => entryPoint.kind === "route";
const isAction = (entryPoint: EntryPoint): entryPoint is ActionEntryPoint => entryPoint.kind === "action";

function send(origin: string, entryPoint: EntryPoint, { headers }: Actor): Promise<Response> {
  const url = `${origin}${entryPoint.path}`;
  const signal = AbortSignal.timeout(30_000);
  const init = { headers, redirect: "manual", signal } as const;
  if (isAction(entryPoint))
    return fetch(url, {
      ...init,
      method: "POST",
      headers: { ...headers, ...actionHeaders(origin, entryPoint) },
      body: "[{}]",
    });
  if (!isRoute(entryPoint) || entryPoint.method === "GET") return fetch(url, init);
  const own = { ...headers, origin, "content-type": "application/json" };
  return fetch(url, { ...init, method: entryPoint.method, headers: own, body: "{}" });
}

export const actionHeaders = (origin: string, { id }: ActionEntryPoint) => ({
  origin,
  "next-action": id,
  accept: "text/x-component",
  "content-type": "text/plain;charset=UTF-8",
});

async function ofRoute(answer: Response): Promise<Found> {
  await answer.body?.cancel();
  if (answer.status === 401) return "signedOut";
  if (answer.status === 403) return "forbidden";
  return answer.status >= 500 ? `status ${answer.status}` : "in";
}

async function ofAction(answer: Response): Promise<Found> {
  const text = await answer.text();
  if (answer.status !== 200) return `status ${answer.status}`;
  if (/You are signed out|This workstation is locked/.test(text)) return "signedOut";
  return text.includes("Your role (") ? "forbidden" : "in";
}

/** A page that loads in parts says in its text where it leads. */
async function ofPage(answer: Response): Promise<Found> {
  const text = await answer.text();
  const to = answer.headers.get("location") ?? /(?:NEXT_REDIRECT;\w+;|url=)(\/[\w-]+)/.exec(text)?.[1] ?? "";
  if (to.startsWith("/sign-in")) return "signedOut";
  if (to.startsWith("/no-access")) return "forbidden";
  return answer.status >= 500 ? `status ${answer.status}` : "in";
}
