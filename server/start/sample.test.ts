import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { ensureDemoUsers } from "#server/auth/demo-users.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { parseStartSettings } from "#server/env.ts";
import { findAttempt, listAttempts } from "#server/payments/attempts/attempts.ts";
import { addSample } from "./sample.ts";

describeStores("the demo's sample payments", (open) => {
  let sandbox: RunningSandbox;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sample-"));
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("are recorded as attempts of the users who took them, once", async () => {
    const { db, settings } = await open();
    useStore(db);
    await ensureDemoUsers(db, "a password of the demo");
    const start = { ...parseStartSettings({ DATA_DIR: folder }), ...settings };
    const gateway = { url: sandbox.url, apiKey: "", apiPin: "", timeZone: "", webhookKey: "" };
    await addSample(start, gateway);
    await addSample(start, gateway);

    const attempts = await listAttempts({ limit: 5000 });
    const { transactions } = await sandbox.control("GET", "/state");
    expect(attempts.length).toBeGreaterThan(transactions * 0.9);
    expect(new Set(attempts.map(({ userName }) => userName))).toEqual(
      new Set(["Mira Castellanos", "Tobias Lindqvist", "Helen Park"]),
    );
    expect(new Set(attempts.map(({ tender }) => tender))).toEqual(
      new Set(["card", "token", "check", "cash"]),
    );
    // Most customers hand over a card; few are billed by one that is saved.
    const paidBy = (tender: Tender) => attempts.filter((one) => one.tender === tender).length;
    expect(paidBy("card")).toBeGreaterThan(5 * paidBy("token"));
    const lost = attempts.filter(({ state }) => state !== "answered");
    expect(lost).toMatchObject([{ state: "resolved", problem: { moved: true } }]);
    expect(lost[0]?.transaction?.amount).toBe("88.75");
    const rest = attempts.filter(({ completes }) => completes !== undefined);
    expect(rest).toMatchObject([{ tender: "cash", amountCents: 4800 }]);
    const part = await findAttempt(rest[0]?.completes ?? "");
    expect(part).toMatchObject({
      amountCents: 9600,
      transaction: { result_code: "P", auth_amount: "48.00" },
    });
    expect(part?.steps[0]?.text).toContain("Sample payment");
    // Each payment is at the gateway under the same key and reference.
    for (const { transaction, reference, originalKey } of attempts.slice(0, 40)) {
      if (originalKey !== undefined || !transaction?.key) continue;
      const { body } = await sandbox.request("GET", `/transactions/${transaction.key}`);
      expect(body.key).toBe(transaction.key);
      expect(body.comments).toBe(`[${reference}]`);
    }
  });
});
