import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { findChosen } from "#server/bulk/chosen-file.ts";
import { findKnown, recordRows } from "#server/bulk/known-rows.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findRow } from "#server/payments/attempts/attempts.ts";
import { digestsFor, keyedDigest } from "#server/payments/card-data/secrets.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { cardSale, clerk, gateway, lose, run, setUpConsole } from "#server/payments/test-console.ts";
import { forgetDigests } from "./forget.ts";

setUpConsole();

const hourMs = 3_600_000;
const digestsKeptMs = DAY_MS;
const forgetAfter = (ms: number) => forgetDigests({ digestsKeptMs }, Date.now() + ms);

describeStores("digests of payments and bulk files", (open) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });

  test("is deleted a day after settlement, but not while the payment is unsettled", async () => {
    const plan = cardSale("11.00");
    const settled = await run(plan);
    const unknown = await lose(cardSale("12.00"));
    await forgetAfter(23 * hourMs);
    const before = await findRow(settled.id);
    expect(before?.fingerprint).toMatch(/^v1\./);
    expect(await forgetAfter(25 * hourMs)).toBe(1);
    expect(await findRow(settled.id)).toMatchObject({ fingerprint: null, digest: "" });
    expect(await findRow(unknown.id)).toMatchObject({ fingerprint: before?.fingerprint });
    if (!store.settings.databaseUrl) expect(bytesOf(store)).not.toContain(before?.digest);

    const sent = gateway.posts.length;
    expect(await runAttempt(clerk, plan)).toMatchObject({ attempt: { id: settled.id } });
    expect(await runAttempt(clerk, { ...plan, body: { ...plan.body, amount: "99.00" } })).toEqual({
      kind: "other-contents",
    });
    expect(gateway.posts.length).toBe(sent);
  });

  test("is the same for a resubmitted form with another security code, and differs for another number", async () => {
    const plan = cardSale("13.00");
    const first = await run(plan);
    const withCard = (change: object) => ({
      ...plan,
      body: { ...plan.body, creditcard: { ...Object(plan.body.creditcard), ...change } },
    });
    expect(await runAttempt(clerk, withCard({ cvc: "111" }))).toMatchObject({ attempt: { id: first.id } });
    // The same last four digits: only the fingerprint differs.
    expect(await runAttempt(clerk, withCard({ number: "4000102511112224" }))).toEqual({
      kind: "other-contents",
    });
  });

  test("of a token is deleted with the payments of its card", async () => {
    const card = await keyedDigest("payer", "4000100111112223");
    const link = { token_fingerprint: "v1.t", fingerprint: card, saved_at: Date.now() };
    await db().insertInto("card_tokens").values(link).execute();
    const lost = await lose(cardSale("14.00"));
    await db().updateTable("attempts").set({ fingerprint: card }).where("id", "=", lost.id).execute();
    const links = () => db().selectFrom("card_tokens").selectAll().where("fingerprint", "=", card).execute();
    await forgetAfter(2 * DAY_MS);
    expect(await links()).toHaveLength(1);
    await db().updateTable("attempts").set({ fingerprint: null }).where("id", "=", lost.id).execute();
    await forgetAfter(2 * DAY_MS);
    expect(await links()).toEqual([]);
  });

  test("is deleted 90 days after a bulk file was sent; with security codes, once it has run", async () => {
    const sha256 = "ab".repeat(32);
    const withCodes = "cd".repeat(32);
    const sentFile = async (of: string) => ({
      ...fileRow(),
      sha256: await keyedDigest("bulk file", of),
      state: "sent" as const,
      sent_at: Date.now(),
    });
    const [sent, codes] = [await sentFile(sha256), await sentFile(withCodes)];
    await db()
      .insertInto("bulk_files")
      .values([sent, { ...codes, plan: '{"mapping":["ccnum","cvc"]}' }])
      .execute();
    const asked = randomUUID().replaceAll("-", "");
    const [digest] = await digestsFor("bulk row");
    await recordRows(sent.id, [{ row: 2, digest: digest(asked), trace: { trace: "t", by_payer: 0 } }]);
    await forgetAfter(89 * DAY_MS);
    expect(await findKnown([asked])).toMatchObject([{ row: 2 }]);
    expect(await findChosen("unknown", sha256)).toMatchObject({ gone: { id: sent.id } });
    expect(await findChosen("unknown", withCodes)).toMatchObject({ open: undefined, gone: undefined });
    await forgetAfter(91 * DAY_MS);
    expect(await findKnown([asked])).toEqual([]);
    expect(await findChosen("unknown", sha256)).toMatchObject({ open: undefined, gone: undefined });
  });

  test("still matches after the data key was changed, as long as the old key is given", async () => {
    const asked = randomUUID().replaceAll("-", "");
    const [digest] = await digestsFor("bulk row");
    const file = { ...fileRow(), state: "sent" as const, sent_at: Date.now() };
    await db().insertInto("bulk_files").values(file).execute();
    await recordRows(file.id, [{ row: 2, digest: digest(asked), trace: undefined }]);
    const plan = cardSale("15.00");
    const lost = await lose(plan);
    const other = cardSale("15.00");

    vi.stubEnv("CONSOLE_DATA_KEY", "another-data-key-of-the-unit-tests");
    const lossOfKey = await freshModules();
    expect(await lossOfKey.findKnown([asked])).toEqual([]);
    vi.stubEnv("CONSOLE_DATA_KEY_OLD", "the-data-key-of-the-unit-tests-only");
    const fresh = await freshModules();
    expect(await fresh.findKnown([asked])).toMatchObject([{ digest: asked, row: 2 }]);
    expect(await fresh.runAttempt(clerk, plan)).toMatchObject({ attempt: { id: lost.id } });
    const guard = { confirmedDuplicates: [], skipsDuplicateCheck: false };
    expect(await fresh.runAttempt(clerk, { ...other, guard })).toMatchObject({
      kind: "blocked",
      blocking: { id: lost.id },
    });
    const [current] = await fresh.digestsFor("payer");
    expect(current("x")).not.toBe(await keyedDigest("payer", "x"));
    vi.unstubAllEnvs();
    vi.resetModules();
  });
});

/** Fresh modules, as in a console started with the current settings. */
async function freshModules() {
  vi.resetModules();
  const [run, known, secrets] = await Promise.all([
    import("#server/payments/submit.ts"),
    import("#server/bulk/known-rows.ts"),
    import("#server/payments/card-data/secrets.ts"),
  ]);
  return { runAttempt: run.runAttempt, findKnown: known.findKnown, digestsFor: secrets.digestsFor };
}

function bytesOf({ settings }: TestStore): string {
  return readdirSync(settings.dataDir)
    .map((name) => readFileSync(join(settings.dataDir, name), "latin1"))
    .join("\n");
}
