import { expect, test } from "#e2e/support/console.ts";
import { isFixed, listPages, listRoutes } from "#e2e/support/entry-points.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { withNeeded } from "#lib/people/right-groups.ts";
import { allRights, customRights } from "#lib/permissions.ts";
import { openStore } from "#server/db/db.ts";

const isRight = ({ need }: { need: string }) => (allRights as readonly string[]).includes(need);
const pages = listPages().filter(isFixed).filter(isRight);
const routes = listRoutes()
  .filter(({ method }) => method === "GET")
  .filter(isFixed)
  .filter(isRight);

/** A part of a page that threw, other than to redirect or for an unknown address. */
const failedPart = /^[0-9a-f]+:E\{"digest":"(?!NEXT_)/m;

test("a custom role of each single right opens the pages and routes of its rights, and no others", async ({
  console,
}) => {
  test.setTimeout(300_000);
  expect([pages.length > 12, routes.length > 20]).toEqual([true, true]);
  const session = await signInWithoutBrowser(console.origin, "clerk@demo.test", testPassword);
  const open = async (path: string, options: { redirect: RequestRedirect; rsc?: "1" }) => {
    const { redirect, ...asked } = options;
    const answer = await fetch(`${console.origin}${path}`, { redirect, headers: { ...session, ...asked } });
    const { status, url, headers } = answer;
    return { status, url, text: `${headers.get("location") ?? ""} ${await answer.text()}` };
  };
  const store = openStore({ dataDir: console.dataDir, databaseUrl: undefined });
  const role = { id: "one-right", name: "One right", name_key: "one right", limits: "{}" };
  await store
    .insertInto("roles")
    .values({ ...role, rights: "[]", needs_second_step: 0, version: 1, changed_at: 1 })
    .execute();
  await store.updateTable("users").set({ role: role.id }).where("email", "=", "clerk@demo.test").execute();

  let cells = 0;
  const wrong: string[] = [];
  for (const right of customRights) {
    const has = new Set<string>(withNeeded(right));
    // A session reads its role with each request.
    await store
      .updateTable("roles")
      .set({ rights: JSON.stringify([...has]) })
      .execute();
    const check = (what: string, isIn: boolean, shouldBe: boolean, status: number) => {
      cells += 1;
      if (isIn !== shouldBe || status >= 500) wrong.push(`${right}: ${what} ${status}`);
    };
    for (const { path, need } of pages) {
      // As a link opens it: without the HTML, which would take most of the time.
      const { status, text } = await open(`${path}?_rsc`, { redirect: "manual", rsc: "1" });
      check(path, !text.includes("/no-access?right="), has.has(need), status);
      if (failedPart.test(text)) wrong.push(`${right}: ${path} has a part that failed`);
    }
    for (const { path, need } of routes) {
      const { status } = await open(path, { redirect: "manual" });
      check(`GET ${path}`, status !== 403, has.has(need), status);
    }
    const start = await open("/", { redirect: "follow" });
    if (start.status !== 200 || start.url.includes("no-access"))
      wrong.push(`${right}: starts at ${start.url} ${start.status}`);
  }
  await store.destroy();
  expect(wrong).toEqual([]);
  expect(cells).toBe(customRights.length * (pages.length + routes.length));
});
