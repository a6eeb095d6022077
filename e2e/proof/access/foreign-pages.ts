import { inTurns } from "#e2e/proof/proof.ts";
import { listActions, listRoutes } from "#e2e/support/entry-points.ts";
import type { Actor } from "./actors.ts";
import { actionHeaders, type MatrixResult, type Sample, sampleOf } from "./matrix.ts";

/** What a page of another site, or a forged request, may send in place of our own Origin. */
const originsOf = (origin: string): Record<string, string>[] => [
  {},
  { origin: "null" },
  { origin: "nonsense" },
  { origin: "https://evil.test" },
  { origin: "https://evil.test", "x-forwarded-host": "evil.test" },
  { origin: `${origin}.evil.test` },
  { origin: `${origin}, https://evil.test` },
  { origin: origin.replace("localhost", "127.0.0.1"), "x-foreign-origin": "" },
];

/** Sends every action of the build and every route that writes as an admin who is signed in, from each foreign origin: none is done. */
export async function tryForeignPages(origin: string, admin: Actor, some: Sample): Promise<MatrixResult> {
  const all = originsOf(origin).flatMap((foreign) => [
    ...listActions().map((action) => {
      const { origin: _, ...headers } = actionHeaders(origin, action);
      return { name: action.name, path: action.path, method: "POST", headers: { ...headers, ...foreign } };
    }),
    ...listRoutes()
      .filter(({ writes }) => writes)
      .map(({ name, path, method }) => ({
        name,
        path,
        method,
        headers: { ...foreign, "content-type": "application/json" },
      })),
  ]);
  const requests = sampleOf(all, some);
  const wrong = await inTurns(requests, 6, async ({ name, path, method, headers }) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      redirect: "manual",
      headers: { ...admin.headers, ...headers },
      body: "[{}]",
    });
    const text = await answer.text();
    const isRefused = answer.status === 403 && text.includes("not sent by a page of the console");
    return isRefused ? [] : [`${name} with ${JSON.stringify(headers)}: ${answer.status}`];
  });
  return { cells: requests.length, wrong: wrong.flat() };
}
