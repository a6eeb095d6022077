import { beforeAll, expect, it } from "vitest";
import { newBrowserId, rememberBrowser } from "#server/auth/sign-in/known-browsers.ts";
import { addUser, disableUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findApprover } from "./approver.ts";

const password = "a long enough one";

describeStores("a manager's signature", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    for (const [name, role] of [
      ["Tomas", "manager"],
      ["Mira", "clerk"],
      ["Vera", "manager"],
    ] as const)
      await addUser(db(), { email: `${name}@shop.test`, name, role, password });
    await disableUser(db(), "vera@shop.test");
  });
  const sign = (email: string, word = password) => findApprover({ email, password: word });

  it("is that of a manager with the right password, and begins no session", async () => {
    expect(await sign("Tomas@shop.test")).toMatchObject({ ok: true, value: { name: "Tomas" } });
    expect(await db().selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  it("is not that of a clerk, of a disabled manager or of somebody unknown", async () => {
    expect(await sign("mira@shop.test")).toMatchObject({ problem: { message: "Mira is not a manager." } });
    for (const email of ["vera@shop.test", "nobody@shop.test"])
      expect(await sign(email)).toMatchObject({
        problem: { message: expect.stringMatching(/^The manager's email or password is wrong\./) },
      });
  });

  it("leaves no browser known, so that nobody gets more guesses where a manager signed once", async () => {
    const browser = newBrowserId();
    const tried = { email: "tomas@shop.test", password, browser };
    expect(await findApprover(tried)).toMatchObject({ ok: true });
    expect(await db().selectFrom("known_browsers").selectAll().execute()).toEqual([]);
    const tomas = await db().selectFrom("users").select("id").where("name", "=", "Tomas").executeTakeFirst();
    await rememberBrowser(db(), browser, tomas?.id ?? "", Date.now());
    expect(await findApprover({ ...tried, password: "wrong" })).toMatchObject({ ok: false });
    const [known] = await db().selectFrom("known_browsers").selectAll().execute();
    expect(known?.failures).toBe(0);
    expect(await findApprover(tried)).toMatchObject({ ok: true });
  });

  it("counts wrong passwords as a sign-in does", async () => {
    const wrong = [];
    for (let i = 0; i < 6; i += 1) wrong.push(await sign("tomas@shop.test", "wrong"));
    expect(wrong[0]).toMatchObject({ problem: { message: expect.stringContaining("tries left") } });
    expect(wrong.at(-1)).toMatchObject({
      problem: { message: expect.stringContaining("Too many wrong passwords") },
    });
    expect(await sign("tomas@shop.test")).toMatchObject({ ok: false });
  });
});
