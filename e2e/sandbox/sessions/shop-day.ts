import { setTimeout as sleep } from "node:timers/promises";
import { goodCard } from "#e2e/support/sandbox.ts";
import { goodCheck } from "../payments.ts";
import type { Client } from "./tool-program.ts";

/** Drives a gateway as a client would: commands, errors, batches, tokens, receipts and a bulk file. */
export async function runShopDay(client: Client, reference: string, card = goodCard): Promise<void> {
  const { body: sale } = await client.command("sale", {
    amount: "12.50",
    creditcard: { ...card, cardholder: "Rosa Marsh", avs_street: "7 Orchard Close", avs_zip: "60640" },
    comments: `Console ${reference}`,
    save_card: true,
  });
  await client.send("GET", `/transactions/${sale.key}?return_origin=true&return_bin=true`);
  await client.command("cc:adjust", { trankey: sale.key, amount: "14.00", amount_detail: { tip: "1.50" } });
  await client.command("sale", { amount: 3, creditcard: { number: "4000300611112224", expiration: "1249" } });
  await client.command("sale", {
    amount: "3.00",
    creditcard: { number: "4000100011112224", expiration: "0120" },
  });
  await client.command("check:sale", { amount: "8.00", check: goodCheck });
  await client.command("cash:sale", { amount: "5.00" });
  const { body: hold } = await client.command("authonly", { amount: "20.00", creditcard: goodCard });
  await client.command("cc:capture", { trankey: hold.key, amount: "18.00" });
  await client.command("void", { refnum: hold.refnum });
  await client.command("refund", { trankey: "0nf000000000000" });
  await client.command("sale", { creditcard: goodCard });
  await client.send("POST", "/transactions", '{"command": "sale", ');
  await client.send("GET", "/nothing");
  await client.send("GET", "/batches", undefined, null);
  await client.send("GET", "/batches", undefined, "Basic bm90aGluZw==");
  const { body: token } = await client.send("POST", "/tokens", { trankey: sale.key });
  await client.send("GET", `/tokens/${token.cardref}`);
  await client.command("sale", { amount: "9.00", creditcard: { number: token.cardref, expiration: "1249" } });
  await client.send("POST", "/tokens", [
    { creditcard: card },
    { creditcard: { ...card, number: "4000100011112225" } },
  ]);
  await client.send("GET", `/transactions/${sale.key}/receipts/vterm`);
  await client.send("POST", `/transactions/${sale.key}/send`, { toemail: "rosa@example.com" });
  const { body: bulk } = await client.upload(
    `command,ccnum,ccexp,cvc,amount,orderid\nsale,${card.number},1249,123,4.00,b1\n,4000300011112220,1249,,6.00,b2\n`,
  );
  for (let tries = 0; tries < 100; tries++) {
    const { body: group } = await client.send("GET", `/bulk_transactions/${bulk.bulk_key}`);
    if (group.status === "Completed") break;
    await sleep(50);
  }
  await client.send("GET", `/bulk_transactions/${bulk.bulk_key}/transactions`);
  const { body: batch } = await client.send("GET", "/batches/current");
  await client.send("GET", `/batches/${batch.key}/transactions?limit=5`);
  await client.send("GET", "/transactions?limit=3&offset=1");
  await client.send("POST", "/batches/current/close");
  await client.command("refund", { trankey: sale.key, amount: "2.00" });
  await client.send("GET", "/batches?limit=5");
}
