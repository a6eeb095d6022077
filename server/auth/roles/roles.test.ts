import { beforeEach, expect, it } from "vitest";
import type { RoleForm } from "#lib/people/role-form.ts";
import { may } from "#lib/permissions.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { changeRole, disablePerson, enablePerson, resetSecondStep } from "../people/change-person.ts";
import { acceptInvitation, invite, renewInvitation } from "../people/invitations.ts";
import { findSession } from "../session/sessions.ts";
import { createRole, deleteRole, saveRole } from "./change-roles.ts";
import { findRoleByName, listRoleEntries, roleOf } from "./read-roles.ts";
import { form, setUpRoles } from "./test-roles.ts";

applyTestSettings();

const hrForm: RoleForm = {
  name: "People workstation",
  rights: ["managePeople", "charge", "viewTransactions", "refund"],
  limits: { refund: { transactionCents: 10_000, dayCents: 50_000 } },
  needsSecondStep: false,
};

describeStores("custom roles", (open, onSqlite) => {
  let store: TestStore;
  let shop: Awaited<ReturnType<typeof setUpRoles>>;
  beforeEach(async () => {
    store = await open();
    shop = await setUpRoles(store);
  });

  const events = async (prefix: string) => {
    const rows = await store.db.selectFrom("audit_events").selectAll().orderBy("position").execute();
    return rows
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, user_name, subject, data }) => ({ name, by: user_name, subject, ...JSON.parse(data) }));
  };

  it("gives a session the rights and limits of its role, in every process", async () => {
    const id = await shop.create();
    const mira = await shop.give(await shop.add("Mira", "clerk"), id);
    const user = await findSession(store.another(), mira.sessionId);
    expect(user?.role).toEqual({ id, ...form });
    expect(user && [may(user.role, "refund"), may(user.role, "void")]).toEqual([true, false]);
  });

  it("ends every session of everyone with a role when its rights change, and none when its name does", async () => {
    const id = await shop.create();
    const mira = await shop.give(await shop.add("Mira", "clerk"), id);
    const owen = await shop.give(await shop.add("Owen", "clerk"), id);
    const renamed = await saveRole(store.db, shop.helen, { ...form, id, version: 1, name: "Night clerk" });
    expect(renamed).toEqual({ ok: true, value: { signedOut: 0 } });
    expect(await findSession(store.db, mira.sessionId)).not.toBeNull();

    const limits = { refund: { transactionCents: 5_000 } };
    const change = {
      ...form,
      id,
      version: 2,
      name: "Night clerk",
      rights: ["refund", "sendReceipt"],
      limits,
    } as const;
    expect(await saveRole(store.db, shop.helen, change)).toEqual({ ok: true, value: { signedOut: 2 } });
    for (const { sessionId } of [mira, owen])
      expect(await findSession(store.another(), sessionId)).toBeNull();
    expect(await findSession(store.db, shop.helen.sessionId)).not.toBeNull();
    expect(await roleOf(store.db, id)).toMatchObject({
      rights: ["refund", "viewTransactions", "sendReceipt"],
      limits,
    });
    expect(await events("role.changed")).toEqual([
      {
        name: "role.changed",
        by: "Helen",
        subject: id,
        role: "Senior clerk",
        newName: "Night clerk",
        signedOut: 0,
      },
      {
        ...{ name: "role.changed", by: "Helen", subject: id, role: "Night clerk", signedOut: 2 },
        ...{ added: "Print and email receipts", taken: "Take payments" },
        limitsBefore: "Refund payments: $100.00 per transaction, $300.00 per business day",
        limitsAfter: "Refund payments: $50.00 per transaction",
      },
    ]);
    // The same once more changes nothing and says nothing.
    expect((await saveRole(store.db, shop.helen, { ...change, version: 3 })).ok).toBe(true);
    expect(await events("role.changed")).toHaveLength(2);
  });

  it("refuses names that are taken, no rights, and changes of what doesn't change", async () => {
    const id = await shop.create();
    const other = await shop.create({ name: "Weekend" });
    const save = { ...form, id: other, version: 1 };
    for (const refused of [
      await createRole(store.db, shop.helen, { ...form, name: "senior CLERK " }),
      await createRole(store.db, shop.helen, { ...form, name: "Admin" }),
      await createRole(store.db, shop.helen, { ...form, name: "\uFF21dmin" }),
      await createRole(store.db, shop.helen, { ...form, name: "Ad\u200Bmin" }),
      await createRole(store.db, shop.helen, { ...form, name: "\uFF33enior clerk" }),
      await createRole(store.db, shop.helen, {
        ...form,
        name: "Less a day",
        limits: { refund: { transactionCents: 50_00, dayCents: 10_00 } },
      }),
      await createRole(store.db, shop.helen, { ...form, name: "Empty", rights: [] }),
      await saveRole(store.db, shop.helen, save),
      await saveRole(store.db, shop.helen, { ...save, id: "clerk" }),
      await deleteRole(store.db, shop.helen, { id: "clerk", version: 0 }),
      await deleteRole(store.db, shop.helen, { id, version: 7 }),
    ])
      expect(refused.ok).toBe(false);
    expect((await listRoleEntries(store.db)).slice(5).map(({ role }) => role)).toEqual([
      { id, ...form },
      { id: other, ...form, name: "Weekend" },
    ]);
    expect(await findRoleByName(store.db, " SENIOR clerk")).toMatchObject({ id });
  });

  onSqlite("lets no one grant, change or take what is beyond their own rights and limits", async () => {
    const hr = await shop.create(hrForm);
    const senior = await shop.create({
      name: "Two hundred",
      limits: { refund: { transactionCents: 20_000, dayCents: 20_000 } },
    });
    const junior = await shop.create({ name: "Junior" });
    const paula = await shop.give(await shop.add("Paula", "clerk"), hr);
    const [mira, ruth] = [await shop.add("Mira", "auditor"), await shop.add("Ruth", "admin")];
    const owen = await shop.give(await shop.add("Owen", "clerk"), junior);
    const invited = await invite(store.db, shop.helen, {
      name: "Ida",
      email: "ida@shop.test",
      role: "manager",
    });
    if (!invited.ok) throw new Error(invited.problem.message);
    const newcomer = { name: "Eve", email: "eve@shop.test" };
    for (const [what, refused] of Object.entries({
      aRightTheyLack: await createRole(store.db, paula, { ...form, name: "A", rights: ["void"] }),
      anUnlimitedRight: await createRole(store.db, paula, { ...form, name: "B", limits: {} }),
      aHigherLimit: await saveRole(store.db, paula, {
        ...{ ...form, id: junior, version: 1, name: "Junior" },
        limits: { refund: { transactionCents: 10_001, dayCents: 10_001 } },
      }),
      theirOwnRole: await saveRole(store.db, paula, { ...hrForm, id: hr, version: 1, limits: {} }),
      theirOwnRoleLess: await saveRole(store.db, paula, {
        ...hrForm,
        id: hr,
        version: 1,
        rights: ["managePeople"],
      }),
      aStrongerRole: await saveRole(store.db, paula, { ...form, id: senior, version: 1 }),
      deletingAStrongerRole: await deleteRole(store.db, paula, { id: senior, version: 1 }),
      movingToAStrongerRole: await deleteRole(store.db, paula, { id: junior, version: 1, moveTo: "manager" }),
      assigning: await changeRole(store.db, paula, owen.id, "manager"),
      assigningAHigherLimit: await changeRole(store.db, paula, owen.id, senior),
      inviting: await invite(store.db, paula, { ...newcomer, role: "admin" }),
      renewing: await renewInvitation(store.db, paula, invited.value.id),
      demotingAnAdmin: await changeRole(store.db, paula, ruth.id, junior),
      disablingAnAdmin: await disablePerson(store.db, paula, ruth.id),
      resettingAnAdmin: await resetSecondStep(store.db, paula, ruth.id),
      takingWhatTheyLack: await changeRole(store.db, paula, mira.id, junior),
    }))
      expect([what, refused.ok]).toEqual([what, false]);
    await disablePerson(store.db, shop.helen, ruth.id);
    expect((await enablePerson(store.db, paula, ruth.id)).ok).toBe(false);
    // What is within them is theirs to give and take.
    for (const done of [
      await createRole(store.db, paula, { ...form, name: "C" }),
      await saveRole(store.db, paula, {
        ...form,
        id: junior,
        version: 1,
        name: "Junior",
        rights: ["refund"],
      }),
      await disablePerson(store.db, paula, owen.id),
      await invite(store.db, paula, { ...newcomer, role: junior }),
    ])
      expect(done).toMatchObject({ ok: true });
  });

  it("uses the rights that its author has at that moment, not those of their page", async () => {
    const hr = await shop.create(hrForm);
    const paula = await shop.give(await shop.add("Paula", "clerk"), hr);
    expect(
      (
        await saveRole(store.db, shop.helen, {
          ...hrForm,
          id: hr,
          version: 1,
          rights: ["charge"],
          limits: {},
        })
      ).ok,
    ).toBe(true);
    expect(
      await createRole(store.db, paula, { ...form, name: "Late", rights: ["charge"], limits: {} }),
    ).toMatchObject({
      problem: { message: expect.stringContaining("your role was changed and no longer allows this") },
    });
  });

  it("ends an invitation's rights with those of its inviter", async () => {
    const hr = await shop.create(hrForm);
    const paula = await shop.give(await shop.add("Paula", "clerk"), hr);
    const low = await shop.create();
    const invited = await invite(store.db, paula, { name: "Eve", email: "eve@shop.test", role: low });
    if (!invited.ok) throw new Error(invited.problem.message);
    const limits = { refund: { transactionCents: 1, dayCents: 1 } };
    await saveRole(store.db, shop.helen, { ...hrForm, id: hr, version: 1, limits });
    const accepted = { token: invited.value.token, name: "Eve", password: "a long enough one" };
    expect((await acceptInvitation(store.db, accepted)).ok).toBe(false);
  });

  it("deletes a role only once no one has it, or moves its people, invitations and shared searches", async () => {
    const [id, other] = [await shop.create(), await shop.create({ name: "Weekend" })];
    const mira = await shop.give(await shop.add("Mira", "clerk"), id);
    const invited = await invite(store.db, shop.helen, { name: "Eve", email: "eve@shop.test", role: id });
    if (!invited.ok) throw new Error(invited.problem.message);
    await store.db
      .insertInto("saved_views")
      .values({
        id: "v",
        user_id: shop.helen.id,
        user_name: "Helen",
        name: "v",
        query: "",
        role: id,
        saved_at: 1,
      })
      .execute();
    expect((await listRoleEntries(store.db)).find(({ version }) => version > 0)).toMatchObject({ people: 2 });
    expect(await deleteRole(store.db, shop.helen, { id, version: 1 })).toMatchObject({
      problem: { fields: { moveTo: expect.stringContaining("People have this role") } },
    });
    expect((await deleteRole(store.db, shop.helen, { id, version: 1, moveTo: id })).ok).toBe(false);
    expect(await deleteRole(store.db, shop.helen, { id, version: 1, moveTo: other })).toEqual({
      ok: true,
      value: { moved: 2 },
    });
    expect(await shop.roleIdOf(mira.id)).toBe(other);
    expect(await findSession(store.another(), mira.sessionId)).toBeNull();
    expect(await store.db.selectFrom("saved_views").select("role").executeTakeFirst()).toEqual({
      role: other,
    });
    const accepted = { token: invited.value.token, name: "Eve", password: "a long enough one" };
    expect((await acceptInvitation(store.db, accepted)).ok).toBe(true);
    expect((await deleteRole(store.db, shop.helen, { id, version: 1 })).ok).toBe(false);
    expect((await events("role.deleted")).concat((await events("user.roleChanged")).slice(-1))).toEqual([
      {
        ...{ name: "role.deleted", by: "Helen", subject: id, role: "Senior clerk" },
        rights:
          "Take payments, Refund payments ($100.00 per transaction, $300.00 per business day), See transactions",
      },
      { name: "user.roleChanged", by: "Helen", subject: mira.id, from: "Senior clerk", to: "Weekend" },
    ]);
  });

  onSqlite("keeps the last person who can manage people, however the right would go", async () => {
    const hr = await shop.create({ ...hrForm, rights: ["managePeople", "viewAudit"], limits: {} });
    const paula = await shop.give(await shop.add("Paula", "clerk"), hr);
    await store.db.updateTable("users").set({ role: hr }).where("id", "=", shop.helen.id).execute();
    // Both have the role: neither changes their own.
    for (const refused of [
      await saveRole(store.db, shop.helen, { ...form, id: hr, version: 1 }),
      await deleteRole(store.db, shop.helen, { id: hr, version: 1, moveTo: "auditor" }),
    ])
      expect(refused.ok).toBe(false);
    expect((await disablePerson(store.db, shop.helen, paula.id)).ok).toBe(true);
    expect((await disablePerson(store.db, paula, shop.helen.id)).ok).toBe(false);
    expect(await shop.roleIdOf(shop.helen.id)).toBe(hr);
  });

  it("lets a role that isn't there any more do nothing, and reads rights that it knows only", async () => {
    await store.db.updateTable("users").set({ role: "gone" }).where("id", "=", shop.helen.id).execute();
    const user = await findSession(store.db, shop.helen.sessionId);
    expect(user && may(user.role, "charge")).toBe(false);
    await store.db.updateTable("users").set({ role: "admin" }).where("id", "=", shop.helen.id).execute();
    const id = await shop.create();
    await store.db
      .updateTable("roles")
      .set({ rights: '["charge","fly"]', limits: '{"charge":{"weekCents":5}}' })
      .where("id", "=", id)
      .execute();
    // A limit that can't be read is one of nothing.
    expect(await roleOf(store.db, id)).toMatchObject({
      rights: ["charge"],
      limits: { charge: { transactionCents: 0 } },
    });
  });
});
