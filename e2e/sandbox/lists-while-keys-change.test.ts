import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../support/sandbox.ts";
import { makeSale } from "./payments.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await makeSale(sandbox, "42.50");
});
afterAll(() => sandbox.stop());

test("lists are answered while an API key changes", async () => {
  const { key, pin } = sandbox;
  for (let round = 0; round < 40; round += 1) {
    const lists = Array.from({ length: 4 }, () => sandbox.request("GET", "/transactions"));
    const changes = [1, 2, 3].map(() => sandbox.control("POST", "/keys", { key, pin, duplicates: "off" }));
    for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
    await Promise.all(changes);
  }
});
