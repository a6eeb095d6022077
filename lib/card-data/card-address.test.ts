import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { addressHoldsCard } from "./card-address.ts";

const holds = (address: string) => addressHoldsCard(new URL(address, "http://console.test"));

it.each([
  "/transactions/4000100011112224",
  "/transactions/4000%201000%201111%202224",
  "/transactions/%34%30%30%30100011112224",
  "/transactions/%EF%BC%94000100011112224",
  "/webhooks?key=4000100011112224&limit=50",
  "/webhooks?key=4000+1000+1111+2224",
  "/webhooks?4000100011112224",
  "/batches/4000-1000-1111-2224?offset=50",
  "/sign-in?from=%2Ftransactions%2F4000100011112224",
  "/sign-in?from=%2Ftransactions%2F4000%252D1000%252D1111%252D2224",
  "/api/console/transactions/4000100011112224/receipt",
  "/transactions/%3B4000100011112224%3D28121011234567890%3F",
  "/transactions/%E0%A4-4000100011112224",
  "/transactions/4761/7366/6666/6664",
  "/transactions?q=4761&q=7366&q=6666&q=6664",
  "/transactions/476173666%36%ff666664",
  "/transactions?q=476173666%36%ff666664",
])("a card number is found in the address %s", (address) => {
  expect(holds(address)).toBe(true);
});

it.each([
  "/transactions/9nf9y7mzbxx8cnn",
  "/transactions/124445",
  "/transactions/4000100011112225",
  "/batches?openedge=20261101&openedle=20261122&limit=50&offset=100",
  "/bulk/ft1m9m5p9wgd9mb",
  "/transactions/%",
])("the address %s is not taken for one with a card number", (address) => {
  expect(holds(address)).toBe(false);
});

it("no address with the console's own identifiers is taken for one with a card number", () => {
  for (let count = 0; count < 3_000; count++) {
    expect(holds(`/charge/${randomUUID()}`)).toBe(false);
    expect(holds(`/webhooks/${randomBytes(32).toString("hex")}`)).toBe(false);
    expect(holds(`/webhooks/body-${randomBytes(32).toString("hex")}`)).toBe(false);
  }
});
