import { beforeAll, expect, it } from "vitest";
import { confirmSecret, pendingSecret, resetFactors } from "#server/auth/factors/second-factor.ts";
import { totpCode } from "#server/auth/factors/totp.ts";
import { newBrowserId, rememberBrowser } from "#server/auth/sign-in/known-browsers.ts";
import { checkSignIn } from "#server/auth/sign-in/sign-in.ts";
import { addUser, disableUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { findApprover } from "./approver.ts";

applyTestSettings();

const password = "a long enough one";

describeStoresOnSqlite("a manager's signature", (open) => {
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
  const sign = (email: string, word = password) => findApprover({ email, password: word, code: "" });

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
    const tried = { email: "tomas@shop.test", password, code: "", browser };
    expect(await findApprover(tried)).toMatchObject({ ok: true });
    expect(await db().selectFrom("known_browsers").selectAll().execute()).toEqual([]);
    const tomas = await db().selectFrom("users").select("id").where("name", "=", "Tomas").executeTakeFirst();
    await rememberBrowser(db(), browser, tomas?.id ?? "", Date.now());
    expect(await findApprover({ ...tried, password: "wrong" })).toMatchObject({ ok: false });
    // The browser's own count, which no signature adds to.
    const there = await checkSignIn(db(), { email: "tomas@shop.test", password: "wrong", browser });
    expect(there).toEqual({ kind: "mismatch", triesLeft: 9 });
    expect(await findApprover(tried)).toMatchObject({ ok: true });
  });

  it("needs the code of a manager who has a second step, and takes each once", async () => {
    const { id, name } = await db()
      .selectFrom("users")
      .select(["id", "name"])
      .where("name", "=", "Tomas")
      .executeTakeFirstOrThrow();
    const secret = await pendingSecret(db(), id);
    const now = Date.now();
    await confirmSecret(db(), { id, name }, totpCode(secret, now - 30_000), now);
    const signed = (code: string) => findApprover({ email: "tomas@shop.test", password, code });
    expect(await signed("")).toMatchObject({
      problem: { fields: { code: "Enter the code that the manager's app shows." } },
    });
    expect(await signed("000000")).toMatchObject({ problem: { fields: { code: "This code didn't work." } } });
    const code = totpCode(secret, Date.now() + 30_000);
    expect(await signed(code)).toMatchObject({ ok: true, value: { name: "Tomas" } });
    expect(await signed(code)).toMatchObject({ ok: false });
    await resetFactors(db(), id, "operator");
    expect(await signed("")).toMatchObject({ ok: true });
  });

  it("is not a password alone where the role needs a second step", async () => {
    Object.assign(env(), { mfaRoles: ["manager"] });
    expect(await sign("tomas@shop.test")).toMatchObject({
      problem: {
        message: expect.stringMatching(/^Tomas can't sign here yet\. Their role needs a second step/),
      },
    });
    Object.assign(env(), { mfaRoles: [] });
    expect(await sign("tomas@shop.test")).toMatchObject({ ok: true });
  });

  it("counts wrong passwords as a sign-in does", async () => {
    const wrong = [];
    for (let i = 0; i < 10; i += 1) wrong.push(await sign("tomas@shop.test", "wrong"));
    expect(wrong[0]).toMatchObject({ problem: { message: expect.stringContaining("tries left") } });
    expect(wrong.at(-1)).toMatchObject({
      problem: { message: expect.stringContaining("Too many wrong passwords") },
    });
    expect(await sign("tomas@shop.test")).toMatchObject({ ok: false });
  });
});
