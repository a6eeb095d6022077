import { beforeEach, expect, it } from "vitest";
import { INVITATION_HOURS } from "#lib/people/person.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import { addUser, disableUser, setRole } from "../users.ts";
import {
  acceptInvitation,
  findInvitation,
  invite,
  type NewInvitation,
  renewInvitation,
  revokeInvitation,
} from "./invitations.ts";
import { listPeople } from "./list-people.ts";

applyTestSettings();

const password = "correct horse battery staple";
const owen = { name: "Owen Blake", email: "Owen@Shop.test", role: "clerk" } as const;

describeStores("an invitation", (open) => {
  let store: TestStore;
  let helen: { id: string; name: string; role: "admin" };
  beforeEach(async () => {
    store = await open();
    const person = { email: "helen@shop.test", name: "Helen", role: "admin", password } as const;
    const added = await addUser(store.db, person);
    if (!added.ok) throw new Error(added.problem.message);
    helen = { id: added.value.id, name: "Helen", role: "admin" };
  });

  const made = (result: Awaited<ReturnType<typeof invite>>): NewInvitation => {
    if (!result.ok) throw new Error(result.problem.message);
    return result.value;
  };
  const accept = (token: string, now?: number) =>
    acceptInvitation(store.db, { token, name: "Owen B.", password, address: "10.0.4.9" }, now);
  const everything = async () => {
    const tables = ["users", "invitations", "audit_events"] as const;
    return JSON.stringify(
      await Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute())),
    );
  };

  it("makes its person a user, who signs in with the password they chose", async () => {
    const invitation = made(await invite(store.db, helen, owen));
    expect(await findInvitation(store.db, invitation.token)).toMatchObject({
      name: "Owen Blake",
      email: "owen@shop.test",
      role: "clerk",
    });
    expect(await listPeople(store.db)).toMatchObject([
      { name: "Helen" },
      { name: "Owen Blake", state: "invited" },
    ]);
    expect(await accept(invitation.token)).toEqual({ ok: true, value: { email: "owen@shop.test" } });
    expect((await checkSignIn(store.db, { email: "owen@shop.test", password })).kind).toBe("signedIn");
    expect(await listPeople(store.db)).toMatchObject([
      { name: "Helen" },
      { name: "Owen B.", state: "active" },
    ]);
    const rows = await store.db.selectFrom("audit_events").selectAll().orderBy("position").execute();
    expect(
      rows
        .slice(1)
        .map(({ name, user_name: by, subject, data }) => ({ name, by, subject, ...JSON.parse(data) })),
    ).toEqual([
      {
        name: "user.invited",
        by: "Helen",
        subject: invitation.id,
        email: "owen@shop.test",
        role: "clerk",
      },
      {
        name: "user.joined",
        by: "Owen B.",
        subject: invitation.id,
        role: "clerk",
        address: "10.0.4.9",
      },
    ]);
    expect(await everything()).not.toContain(invitation.token);
  });

  it("works once, also for two who use it at the same moment in two processes", async () => {
    const { token } = made(await invite(store.db, helen, owen));
    const second = store.another();
    const results = await Promise.all([
      accept(token),
      acceptInvitation(second, { token, name: "Eve", password: "another long password" }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await accept(token)).ok).toBe(false);
    expect(await store.db.selectFrom("users").select("id").execute()).toHaveLength(2);
  });

  it("ends after 72 hours, and a new link in its place works", async () => {
    const now = Date.now();
    const { id, token } = made(await invite(store.db, helen, owen, now));
    const late = now + INVITATION_HOURS * 3_600_000;
    expect(await findInvitation(store.db, token, late - 1)).toBeDefined();
    expect(await findInvitation(store.db, token, late)).toBeUndefined();
    expect((await accept(token, late)).ok).toBe(false);
    expect(await listPeople(store.db, late)).toMatchObject([{}, { state: "expired" }]);
    const renewed = made(await renewInvitation(store.db, helen, id, late));
    expect((await accept(token, late)).ok).toBe(false);
    expect((await accept(renewed.token, late)).ok).toBe(true);
  });

  it("does nothing once it is revoked or its inviter may not invite any more", async () => {
    const { id, token } = made(await invite(store.db, helen, owen));
    expect((await revokeInvitation(store.db, helen, id)).ok).toBe(true);
    expect((await revokeInvitation(store.db, helen, id)).ok).toBe(false);
    expect((await renewInvitation(store.db, helen, id)).ok).toBe(false);
    expect((await accept(token)).ok).toBe(false);

    const again = made(await invite(store.db, helen, owen));
    await setRole(store.db, "helen@shop.test", "manager");
    expect((await accept(again.token)).ok).toBe(false);
    await setRole(store.db, "helen@shop.test", "admin");
    await disableUser(store.db, "helen@shop.test");
    expect((await accept(again.token)).ok).toBe(false);
    expect(await store.db.selectFrom("users").select("id").execute()).toHaveLength(1);
  });

  it("refuses an email in use, a second invitation, a bad email and a weak password", async () => {
    const refused = async (person: { name: string; email: string; role: "clerk" | "admin" }) => {
      const result = await invite(store.db, helen, person);
      return result.ok ? undefined : result.problem.fields;
    };
    expect(await refused({ ...owen, email: "helen@shop.test" })).toHaveProperty("email");
    for (const email of ["owen", "4000100011112224@shop.test"])
      expect(await refused({ ...owen, email })).toHaveProperty("email");
    const { token } = made(await invite(store.db, helen, owen));
    expect(await refused(owen)).toHaveProperty("email");
    const weak = await acceptInvitation(store.db, { token, name: "Owen", password: "short" });
    expect(weak).toMatchObject({ ok: false, problem: { fields: { password: expect.any(String) } } });
    // Nothing is lost: the link still works.
    expect((await accept(token)).ok).toBe(true);
    expect(await refused(owen)).toHaveProperty("email");
  });

  it("refuses the name of another person, also a disabled one, and those the audit log has for the console", async () => {
    const { token } = made(await invite(store.db, helen, owen));
    const join = (name: string) => acceptInvitation(store.db, { token, name, password });
    for (const name of ["\uFF28elen", "console", "Operator  at the server"]) {
      expect(await invite(store.db, helen, { ...owen, email: "other@shop.test", name })).toMatchObject({
        problem: { fields: { name: expect.stringMatching(/^(Another person here|The audit log)/) } },
      });
      expect(await join(name)).toMatchObject({ problem: { fields: { name: expect.any(String) } } });
    }
    expect(await join("Helen B.")).toMatchObject({ ok: true });
    await disableUser(store.db, "owen@shop.test");
    const again = await invite(store.db, helen, { name: "HELEN B.", email: "new@shop.test", role: "clerk" });
    expect(again).toMatchObject({ ok: false });
  });

  it("gives no right that the inviter lacks", async () => {
    const { id } = made(await invite(store.db, helen, { ...owen, role: "admin" }));
    await setRole(store.db, "helen@shop.test", "manager");
    expect((await invite(store.db, helen, { ...owen, email: "eve@shop.test" })).ok).toBe(false);
    expect((await renewInvitation(store.db, helen, id)).ok).toBe(false);
  });
});
