import { beforeEach, expect, it, vi } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { beginSession, findSession } from "../session/sessions.ts";
import { beginCodeStep, CODE_STEP_MS, checkCode } from "../sign-in/code-step.ts";
import { findKnownBrowser, rememberBrowser } from "../sign-in/known-browsers.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import { addUser, disableUser, setPassword } from "../users.ts";
import {
  confirmSecret,
  consumeCode,
  findSecondFactor,
  pendingSecret,
  renewRecoveryCodes,
  resetFactors,
  turnOffSecondFactor,
} from "./second-factor.ts";
import { totpCode } from "./totp.ts";

const now = Date.UTC(2026, 10, 20, 9);
const later = now + 60_000;
const email = "mira@shop.test";
const password = "a long enough one";

describeStores("a second step", (open, onSqlite) => {
  let store: TestStore;
  let mira: { id: string; name: string };
  beforeEach(async () => {
    store = await open();
    const added = await addUser(store.db, { email, name: "Mira", role: "manager", password });
    if (!added.ok) throw new Error(added.problem.message);
    mira = { id: added.value.id, name: "Mira" };
  });

  async function enroll() {
    const secret = await pendingSecret(store.db, mira.id);
    const confirmed = await confirmSecret(store.db, mira, totpCode(secret, now), now);
    if (!confirmed.ok) throw new Error(confirmed.problem.message);
    return { secret, ...confirmed.value };
  }

  async function names() {
    const rows = await store.db.selectFrom("audit_events").select("name").orderBy("position").execute();
    return rows.map(({ name }) => name).filter((name) => name.startsWith("factor."));
  }

  it("is on only once a code of its secret was typed; that ends all sessions and begins a new one", async () => {
    const old = await beginSession(store.db, mira.id, now);
    const secret = await pendingSecret(store.db, mira.id);
    expect(await pendingSecret(store.another(), mira.id)).toBe(secret);
    expect(await findSecondFactor(store.db, mira.id)).toBeUndefined();
    expect(await confirmSecret(store.db, mira, totpCode(secret, now - 90_000), now)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("That code didn't work") },
    });
    expect(await findSession(store.db, old, now)).toMatchObject({ hasSecondFactor: false });
    const confirmed = await confirmSecret(store.db, mira, totpCode(secret, now), now);
    if (!confirmed.ok) throw new Error(confirmed.problem.message);
    expect(await findSession(store.db, old, now)).toBeNull();
    expect(await findSession(store.db, confirmed.value.sessionId, now)).toMatchObject({
      hasSecondFactor: true,
      provedAt: now,
    });
    expect(await findSecondFactor(store.db, mira.id)).toEqual({ since: now, codesLeft: 10 });
    expect(await names()).toEqual(["factor.enrolled"]);
    expect(await confirmSecret(store.db, mira, totpCode(secret, later), later)).toMatchObject({ ok: false });
  });

  onSqlite(
    "stores its secret encrypted for this user alone, and no recovery code as it is typed",
    async () => {
      const { secret, codes } = await enroll();
      const rows = await store.db.selectFrom("second_factors").selectAll().execute();
      const hashes = await store.db.selectFrom("recovery_codes").selectAll().execute();
      const stored = JSON.stringify([rows, hashes]);
      expect(stored).not.toContain(secret);
      for (const code of codes) expect(stored).not.toMatch(new RegExp(code.replace("-", "-?"), "i"));
      const other = await addUser(store.db, { email: "eve@shop.test", name: "Eve", role: "clerk", password });
      if (!other.ok) throw new Error(other.problem.message);
      const [row] = rows;
      if (!row) throw new Error("no row");
      await store.db
        .insertInto("second_factors")
        .values({ ...row, user_id: other.value.id })
        .execute();
      expect(await consumeCode(store.db, other.value.id, totpCode(secret, later), later)).toBe(false);
      vi.stubEnv("CONSOLE_DATA_KEY", "another-key-of-more-than-32-characters");
      expect(await consumeCode(store.db, mira.id, totpCode(secret, later), later)).toBe(false);
      vi.stubEnv("CONSOLE_DATA_KEY_OLD", "the-data-key-of-the-unit-tests-only");
      expect(await consumeCode(store.db, mira.id, totpCode(secret, later), later)).toBe(true);
      // Used under the new key, it no longer needs the old one.
      vi.stubEnv("CONSOLE_DATA_KEY_OLD", undefined);
      const at = later + 60_000;
      expect(await consumeCode(store.db, mira.id, totpCode(secret, at), at)).toBe(true);
      vi.unstubAllEnvs();
    },
  );

  it("takes each code once, also when it comes twice at the same time to two processes", async () => {
    const { secret } = await enroll();
    expect(await consumeCode(store.db, mira.id, totpCode(secret, now), now)).toBe(false);
    const other = store.another();
    const code = totpCode(secret, later);
    const tries = Array.from({ length: 8 }, (_, i) =>
      consumeCode(i % 2 ? other : store.db, mira.id, code, later),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    // Nor an earlier one after it.
    expect(await consumeCode(store.db, mira.id, totpCode(secret, later - 30_000), later)).toBe(false);
    const spaced = totpCode(secret, later + 60_000).replace(/^.../, "$& ");
    expect(await consumeCode(store.db, mira.id, spaced, later + 60_000)).toBe(true);
  });

  it("takes each recovery code once, however it is typed, and new ones replace them", async () => {
    const { codes } = await enroll();
    const [first = "", second = ""] = codes;
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(first).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    const other = store.another();
    const tries = [store.db, other, store.db, other].map((db) =>
      consumeCode(db, mira.id, first.toLowerCase().replace("-", " "), later),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await findSecondFactor(store.db, mira.id)).toMatchObject({ codesLeft: 9 });
    const renewed = await renewRecoveryCodes(store.db, mira);
    if (!renewed.ok) throw new Error(renewed.problem.message);
    expect(await consumeCode(store.db, mira.id, second, later)).toBe(false);
    expect(await consumeCode(store.db, mira.id, renewed.value.codes[0] ?? "", later)).toBe(true);
    expect(await names()).toEqual([
      "factor.enrolled",
      "factor.codeSpent",
      "factor.codesRenewed",
      "factor.codeSpent",
    ]);
  });

  it("is asked for after the right password, within ten minutes, and begins one session", async () => {
    expect(await checkSignIn(store.db, { email, password }, now)).toMatchObject({ needsCode: false });
    const { secret } = await enroll();
    expect(await checkSignIn(store.db, { email, password }, now)).toMatchObject({ needsCode: true });
    const step = await beginCodeStep(store.db, mira.id, later);
    const code = totpCode(secret, later);
    const over = later + CODE_STEP_MS;
    expect(await checkCode(store.db, { step, code: totpCode(secret, over) }, over)).toEqual({
      kind: "expired",
    });
    expect(await checkCode(store.db, { step: "made up", code }, later)).toEqual({ kind: "expired" });
    expect(await checkCode(store.db, { step, code: "000000" }, later)).toMatchObject({ kind: "mismatch" });
    expect(await checkCode(store.db, { step, code }, later)).toEqual({ kind: "signedIn", userId: mira.id });
    const next = totpCode(secret, later + 60_000);
    expect(await checkCode(store.db, { step, code: next }, later + 60_000)).toEqual({ kind: "expired" });
    expect(JSON.stringify(await store.db.selectFrom("sign_in_steps").selectAll().execute())).not.toContain(
      step,
    );
  });

  onSqlite(
    "counts wrong codes as wrong passwords: knowing the password gives no more than ten guesses",
    async () => {
      await enroll();
      const step = await beginCodeStep(store.db, mira.id, later);
      const outcomes = [];
      for (let i = 0; i < 12; i++) {
        outcomes.push((await checkSignIn(store.db, { email, password }, later)).kind);
        outcomes.push((await checkCode(store.db, { step, code: "000000" }, later)).kind);
      }
      expect(outcomes.filter((kind) => kind === "mismatch")).toHaveLength(9);
      expect(outcomes.slice(-4)).toEqual(["paused", "paused", "paused", "paused"]);
      const refused = await store.db
        .selectFrom("audit_events")
        .select("data")
        .where("name", "=", "session.refused")
        .execute();
      expect(refused).toHaveLength(10);
      expect(refused[0]?.data).toBe(JSON.stringify({ reason: "Wrong code" }));
    },
  );

  it("begins no session once the password was changed or the user disabled", async () => {
    const { secret } = await enroll();
    for (const change of [
      () => setPassword(store.db, email, "another long one"),
      () => disableUser(store.db, email),
    ]) {
      const step = await beginCodeStep(store.db, mira.id, later);
      await change();
      expect(await checkCode(store.db, { step, code: totpCode(secret, later) }, later)).toEqual({
        kind: "expired",
      });
    }
  });

  it("is turned off by its user or reset by an administrator: codes and sessions end with it", async () => {
    const { secret, codes, sessionId } = await enroll();
    const off = await turnOffSecondFactor(store.db, mira, { now });
    expect(off).toMatchObject({ ok: true });
    expect(await findSession(store.db, sessionId, now)).toBeNull();
    expect(off.ok && (await findSession(store.db, off.value.sessionId, now))).toMatchObject({
      hasSecondFactor: false,
    });
    expect(await consumeCode(store.db, mira.id, totpCode(secret, later), later)).toBe(false);
    expect(await consumeCode(store.db, mira.id, codes[0] ?? "", later)).toBe(false);
    expect(await turnOffSecondFactor(store.db, mira, { now })).toMatchObject({ ok: false });
    const again = await enroll();
    const admin = { id: "admin", name: "Helen" };
    expect(await resetFactors(store.db, mira.id, admin)).toMatchObject({ ok: true });
    expect(await findSession(store.db, again.sessionId, now)).toBeNull();
    expect(await resetFactors(store.db, mira.id, admin)).toMatchObject({ ok: false });
    expect(await names()).toEqual(["factor.enrolled", "factor.removed", "factor.enrolled", "factor.reset"]);
  });

  it("keeps known browsers apart from others: a code is asked for in each", async () => {
    await enroll();
    await rememberBrowser(store.db, "till 1", mira.id, now);
    expect(await findKnownBrowser(store.db, "till 1", mira.id, now)).toBeDefined();
    const tried = { email, password, browser: "till 1" };
    expect(await checkSignIn(store.db, tried, now)).toMatchObject({ needsCode: true });
  });
});
