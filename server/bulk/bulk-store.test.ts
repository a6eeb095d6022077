import { beforeAll, expect, it } from "vitest";
import type { BulkFileState, Preparation } from "#lib/bulk/file/bulk-file.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { findReview } from "./approvals.ts";
import { prepareFile } from "./approve-file.ts";
import { findChosen } from "./chosen-file.ts";
import { countUnknownFiles, listUnknownFiles, moveFile } from "./files.ts";
import { findMapping, keepMapping } from "./mappings.ts";
import { fileRow } from "./test-file-row.ts";

applyTestSettings();

const ada = { id: "ada", name: "Ada" };
const ben = { id: "ben", name: "Ben" };

const checked = (sha256: string): Preparation => ({
  id: crypto.randomUUID(),
  name: "november.csv",
  size: 100,
  sha256,
  rows: 1,
  good: 1,
  excluded: 0,
  fixed: 0,
  plan: { encoding: "utf-8", separator: ",", mapping: ["amount", "ccnum"] },
  totals: [{ command: "sale", tender: "card", count: 1, cents: 500, withoutAmount: 0 }],
  approval: {
    rowsDigest: "e".repeat(64),
    editsDigest: "f".repeat(64),
    review: { edits: [], payouts: [] },
  },
});

async function prepared(person: typeof ada, sha256: string, state: BulkFileState): Promise<string> {
  const file = await prepareFile(person, checked(sha256));
  if (!file.ok) throw new Error(file.problem.message);
  await moveFile(file.value.id, ["waiting"], { state });
  return file.value.id;
}

describeStores("bulk files in the browser", (open) => {
  beforeAll(async () => useStore((await open()).db));

  it("maps a header as the same user did last, and ignores other users", async () => {
    const signature = "a".repeat(64);
    await keepMapping(ada, { signature, mapping: ["amount", null] });
    await keepMapping(ada, { signature, mapping: ["ccnum", "amount"] });
    expect(await findMapping("ada", signature)).toEqual(["ccnum", "amount"]);
    expect(await findMapping("ben", signature)).toBeUndefined();
    expect(await findMapping("ada", "b".repeat(64))).toBeUndefined();
    const stored = await db().selectFrom("bulk_mappings").select("signature").execute();
    expect(stored.map((row) => row.signature)).toEqual([expect.stringMatching(/^v1\.[0-9a-f]{8}\./)]);
  });

  it("takes up one's own file where it was left, never another's", async () => {
    const id = await prepared(ada, "1".repeat(64), "approved");
    expect(await findChosen("ada", "1".repeat(64))).toMatchObject({ open: { id }, gone: undefined });
    expect(await findChosen("ben", "1".repeat(64))).toMatchObject({ open: undefined, gone: undefined });
  });

  it("informs everyone that a file was sent, or may have been", async () => {
    for (const [place, state] of (["sending", "sent", "unknown"] as const).entries()) {
      const sha256 = String(place + 2).repeat(64);
      const id = await prepared(ben, sha256, state);
      expect(await findChosen("ada", sha256)).toMatchObject({ open: undefined, gone: { id, state } });
    }
  });

  it("never takes up a file that a person decided was not sent, and warns of it", async () => {
    const sha256 = "8".repeat(64);
    const id = await prepared(ada, sha256, "unsent");
    for (const state of ["unsent", "cancelled"] as const) {
      await moveFile(id, ["unsent"], { state, end_sent: 1 });
      expect(await findChosen("ada", sha256)).toMatchObject({ open: undefined, gone: { id, state } });
    }
  });

  it("warns of no file that was withdrawn before it was sent", async () => {
    await prepared(ada, "9".repeat(64), "cancelled");
    expect(await findChosen("ada", "9".repeat(64))).toMatchObject({ open: undefined, gone: undefined });
  });

  it("shows each payout in the currency of its payment, by key or reference number", async () => {
    const cached = { batch_key: null, ordinal: null, orderid: null, invoice: null, detail: "{}", read_at: 0 };
    const known = { ...cached, kind: "sales" as const, cents: 1000, whole: 1 as const };
    await db()
      .insertInto("cached_transactions")
      .values([
        { ...known, key: "1nfeuro", refnum: "3108427715", currency: "978" },
        { ...known, key: "1nfdollar", refnum: null, currency: "840" },
      ])
      .execute();
    const payout = { command: "refund" as const, payee: "", to: "Payment", cents: 100 };
    const originals = ["1nfeuro", "003108427715", "1nfdollar", "1nfnew"];
    const listed = originals.map((original, n) => ({ ...payout, row: n + 2, original }));
    const row = fileRow({ review: JSON.stringify({ edits: [], payouts: listed }) });
    await db().insertInto("bulk_files").values(row).execute();
    const review = await findReview(row.id);
    expect(review?.payouts.map(({ currency }) => currency)).toEqual(["978", "978", undefined, undefined]);
  });

  it("lists files whose answer was lost, oldest first, and counts them", async () => {
    await db().deleteFrom("bulk_files").where("state", "=", "unknown").execute();
    const rows = [
      fileRow({ state: "unknown", sent_at: 2 }),
      fileRow({ state: "unknown", sent_at: 1, prepared_by_id: "ben" }),
      fileRow({ state: "unsent", sent_at: 3, end_sent: 1 }),
    ];
    await db().insertInto("bulk_files").values(rows).execute();
    const [newer, older] = rows.map(({ id }) => id);
    const listed = (await listUnknownFiles()).map(({ id }) => id);
    expect(listed).toEqual([older, newer]);
    expect((await listUnknownFiles("ben")).map(({ id }) => id)).toEqual([older]);
    expect(await countUnknownFiles()).toBe(2);
  });
});
