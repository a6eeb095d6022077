import { beforeAll, expect, test } from "vitest";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { startCharge } from "../start-charge.ts";
import { readPayment } from "./payment-reading.ts";
import { clerk, done, existing, follow, gateway, manager, sale, setUpFollowUps } from "./test-follow-ups.ts";

setUpFollowUps();

const relatedTo = async (key: string) => (await readPayment(key, { fresh: true })).related ?? [];
const show = (key: string, changes: Record<string, unknown>) =>
  Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, changes);

describeStoresOnSqlite("related transactions", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("of a sale are its refunds and repeats, and each names the sale", async () => {
    const key = existing({ invoice: "REL-1" });
    const refund = (await done(manager, follow("refund", key, "30.00"))).transaction?.key ?? "";
    const repeat = (await done(clerk, follow("quicksale", key, "12.00"))).transaction?.key ?? "";
    show(refund, { trantype_code: "C" });
    expect(await relatedTo(key)).toMatchObject([
      { relation: "refund", key: refund, cents: 3000, userName: manager.name, isVoided: false },
      { relation: "repeat", key: repeat, cents: 1200, userName: clerk.name },
    ]);
    expect(await relatedTo(refund)).toMatchObject([{ relation: "refundOf", key, cents: 7000 }]);
    expect(await relatedTo(repeat)).toMatchObject([{ relation: "repeatOf", key }]);
  });

  test("has a refund made elsewhere that names the invoice", async () => {
    const key = existing({ invoice: "REL-2" });
    const elsewhere = existing({ trantype_code: "C", status_code: "P", invoice: "REL-2", amount: "5.00" });
    await readPayment(elsewhere, { fresh: true });
    gateway.openBatch = [...gateway.transactions];
    expect(await relatedTo(elsewhere)).toMatchObject([{ relation: "refundOf", key }]);
  });

  test("has the other payments of an order that was approved in part", async () => {
    gateway.extra = { result_code: "P", auth_amount: "40.00" };
    const first = await startCharge(clerk, sale("100.21"));
    gateway.extra = {};
    if (!first.ok) throw new Error("it was stopped");
    const rest = await startCharge(clerk, sale("60.21", { completes: first.value.id }));
    if (!rest.ok) throw new Error("it was stopped");
    const [one, other] = [first.value.transaction?.key ?? "", rest.value.transaction?.key ?? ""];
    expect(await relatedTo(one)).toMatchObject([{ relation: "sameOrder", key: other, cents: 6021 }]);
    expect(await relatedTo(other)).toMatchObject([{ relation: "sameOrder", key: one, cents: 4000 }]);
  });

  test("is nothing for a change of the payment itself", async () => {
    const key = existing({ status_code: "P", available_actions: ["void", "addtip"] });
    await done(clerk, follow("cc:adjust", key, "75.00"));
    expect(await relatedTo(key)).toEqual([]);
  });
});
