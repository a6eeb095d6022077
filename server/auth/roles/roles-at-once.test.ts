import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { changeRole } from "../people/change-person.ts";
import { invite } from "../people/invitations.ts";
import { deleteRole, saveRole } from "./change-roles.ts";
import { form, setUpRoles } from "./test-roles.ts";

applyTestSettings();

describeStores("custom roles, changed by two at once", (open) => {
  let store: TestStore;
  let shop: Awaited<ReturnType<typeof setUpRoles>>;
  beforeEach(async () => {
    store = await open();
    shop = await setUpRoles(store);
  });

  it("does one of two changes at once, in two processes, and refuses the other", async () => {
    const ruth = await shop.add("Ruth", "admin");
    for (let round = 0; round < 5; round++) {
      const id = await shop.create({ name: `Round ${round}` });
      const results = await Promise.all([
        saveRole(store.db, shop.helen, { ...form, id, version: 1, name: `Helen's ${round}` }),
        saveRole(store.another(), ruth, { ...form, id, version: 1, name: `Ruth's ${round}` }),
      ]);
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    }
  });

  it("leaves no one with a deleted role when one deletes it and another gives it at once", async () => {
    const ruth = await shop.add("Ruth", "admin");
    for (let round = 0; round < 6; round++) {
      const id = await shop.create({ name: `Round ${round}` });
      const mira = await shop.add(`Mira${round}`, "clerk");
      const newcomer = { name: "Eve", email: `eve${round}@shop.test`, role: id };
      const [deleted, given, invited] = await Promise.all([
        deleteRole(store.db, shop.helen, { id, version: 1 }),
        changeRole(store.another(), ruth, mira.id, id),
        invite(store.another(), ruth, newcomer),
      ]);
      expect(deleted.ok && (given.ok || invited.ok)).toBe(false);
      expect((await shop.roleIdOf(mira.id)) === id).toBe(given.ok);
    }
  });

  it("keeps a manager of people when two take the right from each other's roles at once", async () => {
    for (let round = 0; round < 5; round++) {
      await store.db
        .updateTable("users")
        .set({ disabled: 0, role: "admin" })
        .where("id", "=", shop.helen.id)
        .execute();
      const rights = ["managePeople", "viewAudit"] as const;
      const [one, two] = [
        await shop.create({ ...form, name: `One ${round}`, rights, limits: {} }),
        await shop.create({ ...form, name: `Two ${round}`, rights, limits: {} }),
      ];
      const first = await shop.give(await shop.add(`First${round}`, "clerk"), one);
      const second = await shop.give(await shop.add(`Second${round}`, "clerk"), two);
      await store.db
        .updateTable("users")
        .set({ role: "clerk" })
        .where("id", "not in", [first.id, second.id])
        .execute();
      const less = { needsSecondStep: false, rights: ["viewAudit"], limits: {}, version: 1 } as const;
      const results = await Promise.all([
        saveRole(store.db, first, { ...less, id: two, name: `Two ${round}` }),
        saveRole(store.another(), second, { ...less, id: one, name: `One ${round}` }),
      ]);
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    }
  });
});
