import { expect, it } from "vitest";
import { roles } from "#lib/permissions.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { demoUsers, disableDemoUsers, ensureDemoUsers } from "./demo-users.ts";
import { beginSession, findSession } from "./session/sessions.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";

describeStoresOnSqlite("the demo", (open) => {
  it("has one user per role, with the latest password", async () => {
    const { db } = await open();
    await ensureDemoUsers(db, "first-demo-password");
    await ensureDemoUsers(db, "second-demo-password");
    expect(demoUsers.map((person) => person.role).sort()).toEqual([...roles].sort());
    for (const { email } of demoUsers) {
      const outcome = await checkSignIn(db, { email, password: "second-demo-password" });
      expect(outcome.kind).toBe("signedIn");
    }
  });

  it("keeps users signed in after a restart with the same password", async () => {
    const { db } = await open();
    await ensureDemoUsers(db, "first-demo-password");
    const outcome = await checkSignIn(db, { email: "clerk@demo.test", password: "first-demo-password" });
    if (outcome.kind !== "signedIn") throw new Error("The demo's clerk cannot sign in.");
    const session = await beginSession(db, outcome.userId);
    await ensureDemoUsers(db, "first-demo-password");
    expect(await findSession(db, session)).not.toBeNull();
  });

  it("are disabled with a real gateway and enabled again with the sandbox", async () => {
    const { db } = await open();
    const credentials = { email: "admin@demo.test", password: "first-demo-password" };
    await ensureDemoUsers(db, credentials.password);
    await disableDemoUsers(db);
    expect((await checkSignIn(db, credentials)).kind).toBe("mismatch");
    await ensureDemoUsers(db, credentials.password);
    expect((await checkSignIn(db, credentials)).kind).toBe("signedIn");
  });
});
