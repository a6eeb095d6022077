import { expect, it } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { findLanguage, keepLanguage } from "./own-language.ts";
import { addUser } from "./users.ts";

describeStores("a person's language", (open) => {
  it("is kept with the person, for every process", async () => {
    const { db, another } = await open();
    const [mira, ruth] = await Promise.all(
      ["mira@shop.test", "ruth@shop.test"].map(async (email) => {
        const added = await addUser(db, { email, name: "", role: "clerk", password: "a long enough one" });
        if (!added.ok) throw new Error(added.problem.message);
        return added.value.id;
      }),
    );
    if (!mira || !ruth) throw new Error("both were added");
    expect(await findLanguage(db, mira)).toBeUndefined();
    await keepLanguage(db, mira, "es");
    expect(await findLanguage(another(), mira)).toBe("es");
    expect(await findLanguage(db, ruth)).toBeUndefined();
    await keepLanguage(another(), mira, "en");
    expect(await findLanguage(db, mira)).toBe("en");
  });

  it("is the browser's when this version doesn't have the one that is kept", async () => {
    const { db } = await open();
    const person = {
      email: "mira@shop.test",
      name: "Mira",
      role: "clerk",
      password: "a long enough one",
    } as const;
    const added = await addUser(db, person);
    if (!added.ok) throw new Error(added.problem.message);
    await db.updateTable("users").set({ language: "fr" }).where("id", "=", added.value.id).execute();
    expect(await findLanguage(db, added.value.id)).toBeUndefined();
  });
});
