import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";

const program = fileURLToPath(new URL("./user-cli.ts", import.meta.url));

describeStores("npm run user", (open) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
  });

  function user(args: string[], input = ""): Promise<{ code: number | null; out: string; err: string }> {
    const { dataDir, databaseUrl } = store.settings;
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...args], { env });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk) => (out += chunk));
      child.stderr.on("data", (chunk) => (err += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, out, err }));
      child.stdin.end(input);
    });
  }

  it("adds the first user, who can sign in at once, and lists them without their password", async () => {
    const added = await user(
      ["add", "Ada@Shop.test", "--role", "admin", "--name", "Ada L"],
      "correct horse battery\n",
    );
    expect(added).toMatchObject({ code: 0, err: "" });
    const outcome = await checkSignIn(store.db, {
      email: "ada@shop.test",
      password: "correct horse battery",
    });
    expect(outcome.kind).toBe("signedIn");
    const listed = await user(["list"]);
    expect(listed.out.trim()).toBe("ada@shop.test  admin  Ada L");
  });

  it("changes the password and the role, and disables an account", async () => {
    await user(["add", "bob@shop.test", "--role", "clerk"], "correct horse battery\n");
    expect((await user(["password", "bob@shop.test"], "another long password\n")).code).toBe(0);
    expect((await user(["role", "bob@shop.test", "manager"])).code).toBe(0);
    const credentials = { email: "bob@shop.test", password: "another long password" };
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
    expect((await user(["disable", "bob@shop.test"])).code).toBe(0);
    expect((await checkSignIn(store.db, credentials)).kind).toBe("mismatch");
    expect((await user(["list"])).out).toMatch(/bob@shop\.test +manager +bob@shop\.test +disabled/);
  });

  it("reports that a user is disabled, and enables them again", async () => {
    const first = "correct horse battery";
    await user(["add", "eve@shop.test", "--role", "clerk"], `${first}\n`);
    await user(["disable", "eve@shop.test"]);
    const hint = "To let them sign in again: npm run user -- enable eve@shop.test\n";
    expect(await user(["add", "eve@shop.test", "--role", "clerk"], `${first}\n`)).toEqual({
      code: 1,
      out: "",
      err: `eve@shop.test exists already and is disabled. ${hint}`,
    });
    expect((await user(["role", "eve@shop.test", "manager"])).out).toBe(
      `eve@shop.test is now manager and has to sign in again, but is disabled. ${hint}`,
    );
    expect((await user(["password", "eve@shop.test"], "another long password\n")).out).toContain(
      "but is disabled",
    );
    expect((await user(["unlock", "eve@shop.test"])).out).toContain("but is disabled");
    expect((await user(["enable", "eve@shop.test"])).out).toBe(
      "eve@shop.test can sign in again with their old password.\n",
    );
    const credentials = { email: "eve@shop.test", password: "another long password" };
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
  });

  it("unlocks a user after too many wrong passwords", async () => {
    await user(["add", "ida@shop.test", "--role", "clerk"], "correct horse battery\n");
    const credentials = { email: "ida@shop.test", password: "correct horse battery" };
    for (let i = 0; i < 6; i++) await checkSignIn(store.db, { ...credentials, password: "wrong" });
    expect((await checkSignIn(store.db, credentials)).kind).toBe("paused");
    expect((await user(["unlock", "ida@shop.test"])).out).toBe(
      "ida@shop.test can try to sign in again now.\n",
    );
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
  });

  it.each([
    [["add", "x@shop.test", "--role", "admin"], "short\n", "A password needs at least 12 characters."],
    [
      ["add", "x@shop.test", "--role", "admin"],
      "",
      "No password came on standard input. Nothing was changed.",
    ],
    [["add", "someone", "--role", "admin"], "correct horse battery\n", '"someone" is not an email address.'],
    [
      ["add", "x@shop.test", "--role", "boss"],
      "",
      '"boss" is not a role: it must be one of clerk, manager, bookkeeper, admin.',
    ],
    [["add", "x@shop.test"], "", "A role is missing: it must be one of clerk, manager, bookkeeper, admin."],
    [["disable", "x@shop.test"], "", "No user has the email x@shop.test."],
  ])("refuses %j in one sentence and exits with 1", async (args, input, sentence) => {
    expect(await user(args, input)).toEqual({ code: 1, out: "", err: `${sentence}\n` });
  });

  it("prints its usage when it is called with wrong arguments", async () => {
    const wrong = await user(["invent", "x@shop.test"]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^Usage:/);
  });
});
