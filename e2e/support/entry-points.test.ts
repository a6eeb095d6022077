import { expect, it } from "vitest";
import { listPages, listRoutes } from "./entry-points.ts";

/** What anyone may see who is signed in: their own account; the start sends those who may not see Today to their own start. */
const openToAll = ["/", "/account"];
/** What a route may name in place of a right. */
const inPlaceOfRight = ["signedIn", "locked"];

it("every page of the console names the right it asks for with requireUser, or is listed here", () => {
  const without = listPages().filter(({ need }) => need === "signedIn");
  expect(without.map(({ path }) => path).sort()).toEqual(openToAll);
});

it("every method of a route under api/console is made by route() or enter() with a right", () => {
  const routes = listRoutes();
  expect(routes.length).toBeGreaterThan(60);
  const without = routes.filter(({ need }) => need === "");
  // Who is signed in, if anyone.
  expect(without.map(({ name }) => name)).toEqual(["GET /api/console/session"]);
  const known = routes.filter(({ need }) => inPlaceOfRight.includes(need)).map(({ path }) => path);
  expect(new Set(known)).toEqual(
    new Set([
      "/api/console/live",
      "/api/console/session",
      "/api/console/session/lock",
      "/api/console/session/passkey",
      "/api/console/session/unlock",
      "/api/console/speed",
    ]),
  );
});
