import { expect, test } from "#e2e/support/console.ts";

test.use({ settings: { SANDBOX_SAMPLE_DAYS: "6" } });

test("the demo starts with a shop's payments, which a restart keeps and a reset removes", async ({
  console,
}) => {
  test.setTimeout(120_000);
  const closed = async () => {
    const { body } = await console.gateway("GET", "/batches?limit=100");
    return (body as { data: unknown[] }).data.length; // the contract's list
  };
  await expect.poll(closed).toBeGreaterThanOrEqual(6);
  const before = await console.control("GET", "/state");

  await console.restart();
  const after = await console.control("GET", "/state");
  expect(after).toMatchObject(counts(before));

  await console.control("POST", "/reset");
  expect(await console.control("GET", "/state")).toMatchObject({ transactions: 0, batches: 0 });
});

function counts(state: unknown) {
  const { transactions, batches } = state as { transactions: number; batches: number };
  return { transactions, batches };
}
