import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { hashAtRealCost } from "#server/test-cheap-hashing.ts";
import { confirmSecret, pendingSecret } from "./factors/second-factor.ts";
import { totpCode } from "./factors/totp.ts";
import { findSession } from "./session/sessions.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";
import { readUserCommand, refusalText, runUserCommand } from "./user-commands.ts";

const file = fileURLToPath(new URL("./user-cli.ts", import.meta.url));

describeStores("npm run user", (open, onSqlite) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
  });

  type Run = { code: number | null; out: string; err: string };

  /** The program itself: what it reads, prints and exits with. */
  function program(args: string[], input = "", given: Record<string, string> = {}): Promise<Run> {
    const { dataDir, databaseUrl } = store.settings;
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", ...given };
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [file, ...args], { env });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk) => (out += chunk));
      child.stderr.on("data", (chunk) => (err += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, out, err }));
      child.stdin.end(input);
    });
  }

  /** What the program does with a command, without its start. */
  async function user(args: string[], password = ""): Promise<Run> {
    try {
      const out = await runUserCommand(store.db, readUserCommand(args), async () => password);
      return { code: 0, out: `${out}\n`, err: "" };
    } catch (error) {
      return { code: 1, out: "", err: `${refusalText(error)}\n` };
    }
  }

  it("adds the first user, who can sign in at once, and lists them without their password", async () => {
    hashAtRealCost();
    const added = await program(
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
    await user(["add", "bob@shop.test", "--role", "clerk"], "correct horse battery");
    expect((await user(["password", "bob@shop.test"], "another long password")).code).toBe(0);
    expect((await user(["role", "bob@shop.test", "manager"])).code).toBe(0);
    const credentials = { email: "bob@shop.test", password: "another long password" };
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
    expect((await user(["disable", "bob@shop.test"])).code).toBe(0);
    expect((await checkSignIn(store.db, credentials)).kind).toBe("mismatch");
    expect((await user(["list"])).out).toMatch(/bob@shop\.test +manager +bob@shop\.test +disabled/);
  });

  it("changes nothing for a role that the user has", async () => {
    await user(["add", "cyd@shop.test", "--role", "clerk"], "correct horse battery");
    const events = () => store.db.selectFrom("audit_events").selectAll().execute();
    const before = await events();
    expect(await user(["role", "cyd@shop.test", "clerk"])).toEqual({
      ...{ code: 0, err: "", out: "cyd@shop.test is clerk already. Nothing was changed.\n" },
    });
    expect(await events()).toEqual(before);
  });

  it("warns when no user is left who can manage people", async () => {
    const warning = /Warning: no active user can manage people now/;
    await user(["add", "dee@shop.test", "--role", "admin"], "correct horse battery");
    expect((await user(["disable", "ada@shop.test"])).out).not.toMatch(warning);
    expect((await user(["disable", "dee@shop.test"])).out).toMatch(warning);
    expect((await user(["enable", "dee@shop.test"])).code).toBe(0);
    expect((await user(["role", "dee@shop.test", "clerk"])).out).toMatch(warning);
    await user(["enable", "ada@shop.test"]);
  });

  it("refuses a name with characters that can't be seen", async () => {
    const args = ["add", "eve@shop.test", "--role", "clerk", "--name", "Ad\u200Bmin"];
    expect(await user(args, "correct horse battery")).toMatchObject({
      ...{ code: 1, err: "Leave out characters that can't be seen.\n" },
    });
  });

  it("refuses the last four passwords, and takes the one before them again", async () => {
    const passwords = ["first of all five", "second of all five", "third of all five", "fourth of all five"];
    const [first = "", ...rest] = passwords;
    await user(["add", "past@shop.test", "--role", "clerk"], first);
    const change = (password: string) => user(["password", "past@shop.test"], password);
    for (const password of rest) expect(await change(password)).toMatchObject({ code: 0 });
    for (const password of passwords)
      expect(await change(password)).toEqual({
        code: 1,
        out: "",
        err: "This is one of the last 4 passwords. Choose a new one.\n",
      });
    expect(await change("fifth of all five")).toMatchObject({ code: 0 });
    expect(await change(first)).toMatchObject({ code: 0 });
    const kept = await store.db
      .selectFrom("past_passwords")
      .innerJoin("users", "users.id", "past_passwords.user_id")
      .where("email", "=", "past@shop.test")
      .select("replaced_at")
      .execute();
    expect(kept).toHaveLength(3);
  });

  it("reports that a user is disabled, and enables them again", async () => {
    const first = "correct horse battery";
    await user(["add", "eve@shop.test", "--role", "clerk"], first);
    await user(["disable", "eve@shop.test"]);
    const hint = "To let them sign in again: npm run user -- enable eve@shop.test\n";
    expect(await user(["add", "eve@shop.test", "--role", "clerk"], first)).toEqual({
      code: 1,
      out: "",
      err: `eve@shop.test exists already and is disabled. ${hint}`,
    });
    expect((await user(["role", "eve@shop.test", "manager"])).out).toBe(
      `eve@shop.test is now manager and has to sign in again, but is disabled. ${hint}`,
    );
    expect((await user(["password", "eve@shop.test"], "another long password")).out).toContain(
      "but is disabled",
    );
    expect((await user(["unlock", "eve@shop.test"])).out).toContain("but is disabled");
    expect((await user(["enable", "eve@shop.test"])).out).toBe(
      "eve@shop.test can sign in again with their old password.\n",
    );
    const credentials = { email: "eve@shop.test", password: "another long password" };
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
  });

  it("gives a custom role by its name, however it is capitalized, and lists it", async () => {
    const role = {
      id: "r1",
      name: "Senior clerk",
      name_key: "senior clerk",
      rights: '["charge"]',
      limits: "{}",
    };
    await store.db
      .insertInto("roles")
      .values({ ...role, needs_second_step: 0, version: 1, changed_at: 1 })
      .execute();
    const added = await user(["add", "sam@shop.test", "--role", "senior CLERK"], "correct horse battery");
    expect(added.out.trim()).toBe("sam@shop.test may now sign in as Senior clerk.");
    expect((await user(["list"])).out).toMatch(/sam@shop\.test +Senior clerk/);
    expect((await user(["role", "sam@shop.test", "night"])).err.trim()).toBe(
      '"night" is not a role: it must be one of clerk, manager, bookkeeper, auditor, admin, Senior clerk.',
    );
    await store.db.deleteFrom("users").where("role", "=", role.id).execute();
    await store.db.deleteFrom("roles").execute();
  });

  it("gives a role in a further account, also to the last admin, and takes it away", async () => {
    await user(["add", "max@shop.test", "--role", "admin"], "correct horse battery");
    const none = { id: "shop-2", name: "Harbor Shop", color: "approved", urls: "http://127.0.0.1:1" };
    expect((await user(["account-role", "max@shop.test", "Harbor Shop", "admin"])).err).toBe(
      "There is no further gateway account.\n",
    );
    await store.db
      .insertInto("gateway_accounts")
      .values({ ...none, sealed: "x", port: 3001, origin: null, version: 1, created_at: 1, removed_at: null })
      .execute();
    const roles = () => store.db.selectFrom("account_roles").select(["account_id", "role"]).execute();
    expect(await user(["account-role", "max@shop.test", "harbor shop", "admin"])).toMatchObject({
      ...{ code: 0, err: "", out: "max@shop.test is now admin in Harbor Shop and has to sign in again.\n" },
    });
    expect(await roles()).toEqual([{ account_id: "shop-2", role: "admin" }]);
    expect((await user(["account-role", "max@shop.test", "shop-2", "none"])).out).toBe(
      "max@shop.test has no role in Harbor Shop now and has to sign in again.\n",
    );
    expect(await roles()).toEqual([]);
    const events = await store.db
      .selectFrom("audit_events")
      .select(["user_name", "data"])
      .where("name", "=", "user.accountRoleChanged")
      .orderBy("position")
      .execute();
    expect(events.map(({ user_name, data }) => [user_name, JSON.parse(data)])).toEqual([
      ["operator at the server", { account: "Harbor Shop", from: "none", to: "admin" }],
      ["operator at the server", { account: "Harbor Shop", from: "admin", to: "none" }],
    ]);
    expect((await user(["account-role", "max@shop.test", "Night", "admin"])).err).toBe(
      '"Night" is not a gateway account: it must be one of Harbor Shop.\n',
    );
    expect((await user(["account-role", "max@shop.test", "shop-2", "night"])).err).toContain(
      '"night" is not a role',
    );
  });

  onSqlite("refuses a data key that is not that of the audit log, and does nothing", async () => {
    await user(["add", "key@shop.test", "--role", "clerk"], "correct horse battery");
    const other = { CONSOLE_DATA_KEY: "another-key-of-more-than-32-characters" };
    const refused = await program(["role", "key@shop.test", "admin"], "", other);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("data key is not that of") });
    expect((await user(["list"])).out).toMatch(/key@shop\.test +clerk/);
  });

  it("unlocks a user after too many wrong passwords", async () => {
    await user(["add", "ida@shop.test", "--role", "clerk"], "correct horse battery");
    const credentials = { email: "ida@shop.test", password: "correct horse battery" };
    for (let i = 0; i < 10; i++) await checkSignIn(store.db, { ...credentials, password: "wrong" });
    expect((await checkSignIn(store.db, credentials)).kind).toBe("paused");
    expect((await user(["unlock", "ida@shop.test"])).out).toBe(
      "ida@shop.test can try to sign in again now.\n",
    );
    expect((await checkSignIn(store.db, credentials)).kind).toBe("signedIn");
  });

  it("resets the second step of a user who has lost app and recovery codes, and ends their sessions", async () => {
    await user(["add", "otto@shop.test", "--role", "clerk"], "correct horse battery");
    const credentials = { email: "otto@shop.test", password: "correct horse battery" };
    const { id, name } = await store.db
      .selectFrom("users")
      .select(["id", "name"])
      .where("email", "=", credentials.email)
      .executeTakeFirstOrThrow();
    const code = totpCode(await pendingSecret(store.db, id), Date.now());
    const confirmed = await confirmSecret(store.db, { id, name }, code);
    if (!confirmed.ok) throw new Error(confirmed.problem.message);
    expect(await checkSignIn(store.db, credentials)).toMatchObject({ needsCode: true });
    expect((await user(["reset-factors", "otto@shop.test"])).out).toBe(
      "otto@shop.test no longer has a second step and is signed out everywhere.\n",
    );
    expect(await findSession(store.db, confirmed.value.sessionId)).toBeNull();
    expect(await checkSignIn(store.db, credentials)).toMatchObject({ needsCode: false });
    expect(await user(["reset-factors", "otto@shop.test"])).toMatchObject({
      code: 1,
      err: "This user has no second step.\n",
    });
  });

  it.each([
    [["add", "x@shop.test", "--role", "admin"], "short", "A password needs at least 12 characters."],
    [
      ["add", "x@shop.test", "--role", "admin"],
      "qwerty123456",
      "This password is on a list of common passwords. Choose another, such as four words that do not belong together.",
    ],
    [["add", "someone", "--role", "admin"], "correct horse battery\n", '"someone" is not an email address.'],
    [
      ["add", "x@shop.test", "--role", "boss"],
      "",
      '"boss" is not a role: it must be one of clerk, manager, bookkeeper, auditor, admin.',
    ],
    [
      ["add", "x@shop.test"],
      "",
      "A role is missing: it must be one of clerk, manager, bookkeeper, auditor, admin.",
    ],
    [["disable", "x@shop.test"], "", "No user has the email x@shop.test."],
  ])("refuses %j in one sentence", async (args, password, sentence) => {
    expect(await user(args, password)).toEqual({ code: 1, out: "", err: `${sentence}\n` });
  });

  onSqlite("exits with 1 and one sentence when no password comes on standard input", async () => {
    expect(await program(["add", "x@shop.test", "--role", "admin"])).toEqual({
      ...{ code: 1, out: "", err: "No password came on standard input. Nothing was changed.\n" },
    });
  });

  it("prints its usage when it is called with wrong arguments", async () => {
    const wrong = await user(["invent", "x@shop.test"]);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^Usage:/);
  });
});
