import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { noteRead } from "#server/gateway-cache/cached-transactions.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { readCheckCoverage, rereadNext, rereadSoon } from "./reread.ts";
import { writeRows } from "./write-rows.ts";

const gateway = new FakeGateway();
connectTo(gateway);

const created = Date.parse("2026-11-19T10:00:00-08:00");

const check = (key: string, more: Partial<TransactionDetail> = {}): TransactionDetail => ({
  type: "transaction",
  key,
  created: "2026-11-19 10:00:00",
  trantype_code: "K",
  result_code: "A",
  status_code: "P",
  amount: "25.00",
  check: { accountholder: "Ada Okafor" },
  ...more,
});

describeStores("reading again what changes outside a batch", (open, onSqlite) => {
  beforeAll(async () => {
    useStore((await open()).db);
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(() => vi.useRealTimers());
  beforeEach(async () => {
    for (const table of ["indexed_transactions", "notices"] as const) await db().deleteFrom(table).execute();
    gateway.reset();
  });

  const phases = async () =>
    (await db().selectFrom("indexed_transactions").select(["id", "phase"]).orderBy("id").execute()).map(
      ({ id, phase }) => `${id} ${phase}`,
    );
  const known = (...checks: TransactionDetail[]) => noteRead(checks, { askedAt: created + 500 });
  /** The gateway's own, as the list of the fake gateway holds them. */
  const atGateway = (...transactions: TransactionDetail[]) => {
    gateway.transactions = transactions as typeof gateway.transactions;
  };
  const readAll = async (now: number) => {
    vi.setSystemTime(now);
    let count = 0;
    while (await rereadNext(now)) count += 1;
    return count;
  };

  onSqlite("finds a returned check, opens its notice, and reads it no more", async () => {
    await known(check("a"), check("b"));
    atGateway(check("a", { status_code: "S" }), check("b", { status_code: "R" }));
    expect(await readAll(created + 2 * DAY_MS)).toBe(2);
    expect(await phases()).toEqual(["a settled", "b returned"]);
    expect((await listOpenNotices()).map(({ transactionKey }) => transactionKey)).toEqual(["b"]);
    expect(await readAll(created + 2 * DAY_MS + 1000)).toBe(0);
    expect(await readAll(created + 4 * DAY_MS)).toBe(1);
  });

  test("stops 60 days after a settled check, and goes on for one that is not settled", async () => {
    await known(check("a"), check("b"));
    atGateway(check("a", { status_code: "S" }), check("b", { status_code: "B" }));
    expect(await readAll(created + 61 * DAY_MS)).toBe(2);
    expect(await readAll(created + 63 * DAY_MS)).toBe(1);
  });

  test("says how many checks are not read, and counts them as read afterwards", async () => {
    await known(check("a"), check("b"));
    expect(await readCheckCoverage(created)).toEqual({ unread: 0, read: 2 });
    const now = created + 3 * DAY_MS;
    expect(await readCheckCoverage(now)).toEqual({ unread: 2, read: 0 });
    atGateway(check("a"), check("b", { status_code: "R" }));
    await readAll(now);
    expect(await readCheckCoverage(now)).toEqual({ unread: 0, read: 1 });
  });

  test("reads an authorization again, and no card payment that its batch shows", async () => {
    const card = { check: undefined, creditcard: { number: "4xxxxxxxxxxx1111", type: "V" } };
    const authorized = check("a", { ...card, trantype_code: "A", status_code: "N" });
    await known(authorized, check("s", { ...card, trantype_code: "S" }));
    atGateway({ ...authorized, trantype_code: "V", status_code: "P" });
    expect(await readAll(created + 2 * DAY_MS)).toBe(1);
    expect(await phases()).toEqual(["a voided", "s pending"]);
  });

  test("asks once a day for a check that the gateway does not know, and loses none while it is away", async () => {
    await known(check("a"));
    atGateway();
    expect(await readAll(created + 2 * DAY_MS)).toBe(1);
    expect(await readAll(created + 2 * DAY_MS)).toBe(0);
    expect(await readAll(created + 3 * DAY_MS)).toBe(1);
  });

  test("reads one that an event reports as changed before its day is over", async () => {
    await known(check("a"));
    atGateway(check("a", { status_code: "R" }));
    expect(await readAll(created + 1000)).toBe(0);
    await rereadSoon("a", created + 1000);
    expect(await readAll(created + 1000)).toBe(1);
    expect(await phases()).toEqual(["a returned"]);
  });

  test("keeps the gateway's own time of a payment, in any order of the console's and the gateway's", async () => {
    await known(check("a"));
    const [row] = await db().selectFrom("indexed_transactions").selectAll().execute();
    if (!row) throw new Error("no row");
    const { terms: _, ...own } = row;
    const ofConsole = (id: string, read_at: number) => ({
      ...own,
      id,
      source: "console" as const,
      read_at,
      created_at: created + 1000,
      business_day: "2026-11-20",
    });
    await writeRows(db(), [ofConsole("a", created + DAY_MS), ofConsole("b", created + DAY_MS)]);
    await known(check("b"));
    const times = await db()
      .selectFrom("indexed_transactions")
      .select(["created_at", "business_day"])
      .execute();
    for (const time of times) expect(time).toEqual({ created_at: created, business_day: "2026-11-19" });
  });
});
