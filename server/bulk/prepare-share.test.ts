import { beforeAll, expect, test } from "vitest";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { sendMoney } from "#server/gateway-client/client.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { prepareFile } from "./approve-file.ts";
import { preparationOf } from "./test-preparation.ts";

const gateway = new FakeGateway();
connectTo(gateway);

describeStoresOnSqlite("a loop of submitted files", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("uses up the person's own share of the limit, and other people go on", async () => {
    gateway.rateLimit = "1 of 1000/min; 1 of 30/day";
    await sendMoney({ command: "sale", amount: "1.00" });
    await expect.poll(() => limiter().read(({ day }) => day.limit)).toBe(30);
    gateway.rateLimit = undefined;
    const submit = async (id: string) => {
      const checked = await preparationOf("command,trankey,amount\nrefund,zzznothing,1.00\n", {
        mapping: ["command", "trankey", "amount"],
      });
      return asCaller({ id, name: id }, () => prepareFile({ id, name: id }, checked));
    };
    let submitted = 0;
    let last = await submit("bo");
    for (; last.ok && submitted < 30; submitted += 1) last = await submit("bo");
    // Half of the day, of which each costs the open batch and now and then its unknown payment.
    expect(submitted).toBeGreaterThan(6);
    expect(submitted).toBeLessThanOrEqual(15);
    expect(last).toMatchObject({
      ok: false,
      problem: {
        message: expect.stringMatching(
          /^Today's refunds could not be read\. You have read a lot today; .* Nothing was submitted\.$/,
        ),
      },
    });
    expect(await submit("ann")).toMatchObject({ ok: true });
  });
});
