import { beforeEach, expect, it } from "vitest";
import { readMoneyLimits } from "#lib/payments/money-limits.ts";
import { allRights, may, type Role } from "#lib/permissions.ts";
import type { Result } from "#lib/result.ts";
import { removeAccount } from "#server/accounts/change-accounts.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { deleteRole } from "../roles/change-roles.ts";
import { roleOf } from "../roles/read-roles.ts";
import { setUpRoles } from "../roles/test-roles.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import * as change from "./change-person.ts";
import * as invitations from "./invitations.ts";

applyTestSettings();

type Shop = Awaited<ReturnType<typeof setUpRoles>>;
type Person = Awaited<ReturnType<Shop["add"]>>;

describeStoresOnSqlite("every act on a person", (open) => {
  let store: TestStore;
  let shop: Shop;
  let manager: Role;
  /** May manage people and charge, no more. */
  let paula: Person;
  beforeEach(async () => {
    store = await open();
    shop = await setUpRoles(store);
    const role = await shop.create({ name: "Team lead", rights: ["managePeople", "charge"], limits: {} });
    manager = await roleOf(store.db, role);
    paula = await shop.add("Paula", manager);
    const place = { urls: "http://127.0.0.1:1", port: 3001, origin: null, sealed: null };
    await store.db
      .insertInto("gateway_accounts")
      .values({
        id: "shop-2",
        name: "Shop 2",
        color: "approved",
        ...place,
        version: 1,
        created_at: 1,
        removed_at: null,
      })
      .execute();
  });

  /** Each act that a module exports, on this person or on the invitation of one with this role. */
  const acts = (
    id: string,
    role: string,
  ): Record<keyof typeof change, () => Promise<Result<unknown>>> &
    Record<
      Exclude<keyof typeof invitations, "findInvitation" | "acceptInvitation">,
      () => Promise<Result<unknown>>
    > => ({
    changeRole: () => change.changeRole(store.db, paula, id, role),
    changeAccountRole: () => change.changeAccountRole(store.db, paula, { id, account: "shop-2", role }),
    disablePerson: () => change.disablePerson(store.db, paula, id),
    enablePerson: () => change.enablePerson(store.db, paula, id),
    unlockPerson: () => change.unlockPerson(store.db, paula, id),
    resetSecondStep: () => change.resetSecondStep(store.db, paula, id),
    endSessions: () => change.endSessions(store.db, paula, { id }),
    invite: () => invitations.invite(store.db, paula, { name: "Owen", email: "owen@shop.test", role }),
    renewInvitation: async () => invitations.renewInvitation(store.db, paula, await invited(role)),
    revokeInvitation: async () => invitations.revokeInvitation(store.db, paula, await invited(role)),
  });

  /** An invitation that an admin made. */
  async function invited(role: string): Promise<string> {
    const person = { name: "Nina", email: "nina@shop.test", role };
    const open = await store.db
      .selectFrom("invitations")
      .select("id")
      .where("email", "=", person.email)
      .executeTakeFirst();
    if (open) return open.id;
    const made = await invitations.invite(store.db, shop.helen, person);
    if (!made.ok) throw new Error(made.problem.message);
    return made.value.id;
  }

  /** Somebody with a second step and two sessions, whom wrong passwords have locked out. */
  async function exposed(name: string, role: Role): Promise<Person> {
    const person = await shop.add(name, role);
    const none = { secret: "kept", pending_secret: null, confirmed_at: null, last_step: null };
    await store.db
      .insertInto("second_factors")
      .values({ ...none, user_id: person.id, recovery_salt: "salt" })
      .execute();
    for (let i = 0; i < 10; i++) await checkSignIn(store.db, { email: person.email, password: "wrong" });
    return person;
  }

  const everything = async () =>
    Promise.all(
      (["users", "sessions", "second_factors", "sign_in_limits", "invitations", "audit_events"] as const).map(
        (table) => store.db.selectFrom(table).selectAll().execute(),
      ),
    );

  it("is refused on somebody with a right that its author lacks, and changes nothing", async () => {
    const victim = await exposed("Victor", "admin");
    await invited("admin");
    const before = await everything();
    for (const [name, act] of Object.entries(acts(victim.id, "admin")))
      expect([name, await act()]).toEqual([
        name,
        { ok: false, problem: expect.objectContaining({ message: expect.stringMatching(/rights/) }) },
      ]);
    expect(await everything()).toEqual(before);
  });

  it("is refused on somebody with a higher limit", async () => {
    const limited = await shop.create({
      name: "Limited lead",
      rights: ["managePeople", "charge"],
      limits: { charge: { transactionCents: 10_000 } },
    });
    await shop.give(paula, limited);
    const victim = await exposed("Victor", manager);
    const before = await everything();
    for (const act of Object.values(acts(victim.id, "clerk")).slice(0, 6))
      expect(await act()).toMatchObject({ ok: false, problem: { message: expect.stringMatching(/rights/) } });
    expect(await everything()).toEqual(before);
  });

  it("counts a built-in role in another account without the limits of this one: it has those of that account", async () => {
    const before = env().moneyLimits;
    Object.assign(env(), { moneyLimits: readMoneyLimits("clerk charge 100.00").limits });
    const rights = ["managePeople" as const, ...allRights.filter((right) => may("clerk", right))];
    const limits = { charge: { transactionCents: 10_000 } };
    await shop.give(paula, await shop.create({ name: "Workstation lead", rights, limits }));
    const tim = await shop.add("Tim", "clerk");
    const give = (by: Person, role: string) =>
      change.changeAccountRole(store.db, by, { id: tim.id, account: "shop-2", role });
    expect(await change.unlockPerson(store.db, paula, tim.id)).toMatchObject({ ok: true });
    expect(await give(paula, "clerk")).toMatchObject({
      problem: { message: expect.stringContaining("limits you have yourself") },
    });
    const basic = await shop.create({ name: "Basic", rights: ["charge"], limits });
    expect(await give(paula, basic)).toMatchObject({ ok: true });
    expect(await deleteRole(store.db, paula, { id: basic, version: 1, moveTo: "clerk" })).toMatchObject({
      problem: { fields: { moveTo: expect.stringContaining("limits that you have yourself") } },
    });
    expect(await give(shop.helen, "clerk")).toMatchObject({ ok: true });
    expect(await change.unlockPerson(store.db, paula, tim.id)).toMatchObject({
      problem: { message: expect.stringContaining("rights that you don't have") },
    });
    // A role in an account that was removed counts for nothing.
    const helen = { ...shop.helen, role: "admin" as const };
    await removeAccount(store.db, store.settings, helen, { id: "shop-2", version: 1 });
    expect(await change.unlockPerson(store.db, paula, tim.id)).toMatchObject({ ok: true });
    Object.assign(env(), { moneyLimits: before });
  });

  it("works on somebody with no more rights", async () => {
    const basic = await shop.create({ name: "Basic", rights: ["charge"], limits: {} });
    const target = await exposed("Tim", await roleOf(store.db, basic));
    for (const [name, act] of Object.entries(acts(target.id, basic)))
      expect([name, (await act()).ok]).toEqual([name, true]);
  });

  it("is refused on oneself, but for ending one's other sessions", async () => {
    for (const [name, act] of Object.entries(acts(paula.id, "clerk")).slice(0, 6))
      expect([name, (await act()).ok]).toEqual([name, name === "endSessions"]);
  });

  it("is refused for somebody who may no longer manage people", async () => {
    const basic = await shop.create({ name: "Basic", rights: ["charge"], limits: {} });
    const target = await exposed("Tim", await roleOf(store.db, basic));
    await invited(basic);
    await shop.give(paula, basic);
    const before = await everything();
    for (const [name, act] of Object.entries(acts(target.id, basic)))
      expect([name, (await act()).ok]).toEqual([name, false]);
    expect(await everything()).toEqual(before);
  });
});
