import { beforeAll, expect, test } from "vitest";
import { newAttemptId } from "#lib/attempt.ts";
import type { ChargeValues } from "#lib/charge/values.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { startCharge } from "../start-charge.ts";
import { findPresent, listPresent } from "./find-present.ts";
import { startFollowUp } from "./start-follow-up.ts";
import { clerk, done, follow, gateway, sale, setUpFollowUps } from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a partial approval", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const collect = (completes: string, amount = "20.01", change: Partial<ChargeValues> = { tender: "cash" }) =>
    startCharge(clerk, sale(amount, { ...change, completes }));
  const refused = (message: string) => ({
    ok: false,
    problem: { message: expect.stringContaining(message) },
  });
  const presentOf = async (id: string) =>
    (await listPresent({ limit: 50 })).find((one) => one.id === id)?.present;
  const restOf = async (id: string) => (await findPresent(id))?.present?.rest;

  async function chargeInPart(amount: string, approved = "60.00", completes: string | null = null) {
    gateway.extra = { result_code: "P", auth_amount: approved };
    const charged = await startCharge(clerk, sale(amount, { completes }));
    gateway.extra = {};
    if (!charged.ok) throw new Error(`it was stopped: ${JSON.stringify(charged.problem)}`);
    expect(charged.value.transaction?.result_code).toBe("P");
    return charged.value;
  }

  async function approved(result: ReturnType<typeof collect>) {
    const charged = await result;
    if (!charged.ok) throw new Error(`it was stopped: ${JSON.stringify(charged.problem)}`);
    return charged.value;
  }

  test("shows how the rest was collected, and collects it once", async () => {
    const { id } = await chargeInPart("80.01");
    expect(await restOf(id)).toMatchObject({ openCents: 2001, parts: [] });
    const [one, other] = await Promise.all([collect(id), collect(id)]);
    expect([one.ok, other.ok].sort()).toEqual([false, true]);
    expect(await restOf(id)).toMatchObject({
      openCents: 0,
      parts: [{ payer: "Cash", cents: 2001, isSettling: false }],
    });
    expect(await presentOf(id)).toMatchObject({ rest: { openCents: 0 } });
    expect(await collect(id)).toMatchObject(
      refused("The rest of that payment was collected already. Nothing was sent."),
    );
    expect(gateway.posts).toHaveLength(2);
  });

  test("is collected in as many parts as it takes, and never above what is open", async () => {
    const { id } = await chargeInPart("80.03");
    const first = await approved(collect(id, "5.00"));
    expect(first.present?.rest).toMatchObject({ askedCents: 8003, openCents: 1503 });
    const above = await collect(id, "15.04");
    expect(above).toMatchObject(refused("Only $15.03 of that payment is still to collect."));
    expect(above).toMatchObject({ problem: { fields: { amount: expect.any(String) } } });
    gateway.behaviour = "decline";
    await collect(id, "15.03", {});
    gateway.behaviour = "approve";
    expect(await restOf(id)).toMatchObject({ openCents: 1503 });
    await approved(collect(id, "15.03"));
    expect(await restOf(id)).toMatchObject({ openCents: 0, parts: [{ cents: 500 }, { cents: 1503 }] });
    expect(gateway.posts).toHaveLength(4);
  });

  test("counts of a part that was approved in part only what was approved, whichever of them is completed", async () => {
    const { id } = await chargeInPart("80.04");
    const second = await chargeInPart("20.04", "8.00", id);
    for (const one of [id, second.id]) expect(await restOf(one)).toMatchObject({ openCents: 1204 });
    expect(await collect(second.id, "12.05")).toMatchObject(refused("Only $12.04"));
    const cash = await approved(collect(second.id, "12.00"));
    expect(cash.completes).toBe(id);
    for (const one of [id, second.id, cash.id]) expect(await restOf(one)).toMatchObject({ openCents: 4 });
  });

  test("is open again once a payment toward it was voided", async () => {
    const { id } = await chargeInPart("80.05");
    const card = await approved(collect(id, "20.05", {}));
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
    await done(clerk, follow("void", card.transaction?.key ?? "", ""));
    expect(await restOf(id)).toMatchObject({ openCents: 2005, parts: [] });
    await approved(collect(id, "20.05"));
    expect(await restOf(id)).toMatchObject({ openCents: 0 });
    const shown = gateway.transactions.find(({ key }) => key === card.transaction?.key) ?? {};
    Object.assign(shown, { trantype_code: "V", available_actions: ["unvoid"] });
    expect(await startFollowUp(clerk, follow("unvoid", card.transaction?.key ?? "", ""))).toMatchObject(
      refused("The rest of that payment was collected already."),
    );
  });

  test("is never collected twice, however many try in the same moment", async () => {
    const { id } = await chargeInPart("80.06");
    await Promise.all(
      ["11.01", "11.02", "11.03", "11.04", "11.05"].map((amount, place) =>
        collect(id, amount, place % 2 === 0 ? { tender: "cash" } : {}),
      ),
    );
    expect(gateway.posts).toHaveLength(2);
  });

  test("is the rest of a partial approval alone, not of itself, of a whole payment or of an unknown one", async () => {
    const none = "That payment was not approved in part";
    const whole = await approved(startCharge(clerk, sale("80.07")));
    expect(await collect(whole.id, "0.01")).toMatchObject(refused(none));
    const itself = sale("80.08", { tender: "cash" });
    expect(await startCharge(clerk, { ...itself, completes: itself.attemptId })).toMatchObject(refused(none));
    expect(await collect(newAttemptId(), "0.01")).toMatchObject(refused(none));
    gateway.behaviour = "reset-before";
    const lost = await approved(startCharge(clerk, sale("80.09")));
    gateway.behaviour = "approve";
    expect(await collect(lost.id, "0.01")).toMatchObject(refused("That payment has no answer yet."));
    expect(gateway.posts).toHaveLength(2);
  });

  test("of a form that was sent twice is one payment", async () => {
    const { id } = await chargeInPart("80.10");
    const values = sale("20.10", { tender: "cash", completes: id });
    const [one, other] = await Promise.all([startCharge(clerk, values), startCharge(clerk, values)]);
    const again = await startCharge(clerk, values);
    for (const result of [one, other, again])
      expect(result).toMatchObject({ ok: true, value: { id: values.attemptId } });
    expect(gateway.posts).toHaveLength(2);
  });

  test("collects nothing once the approved part was voided", async () => {
    const { id, transaction } = await chargeInPart("80.02");
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
    await done(clerk, follow("void", transaction?.key ?? "", ""));
    expect((await findPresent(id))?.present).toMatchObject({ state: "voided" });
    expect(await collect(id)).toMatchObject({
      problem: {
        message: "The approved part of that payment was undone. Nothing was sent.",
        fields: { completes: "The approved part was undone." },
      },
    });
    expect(gateway.posts).toHaveLength(2);
  });
});
