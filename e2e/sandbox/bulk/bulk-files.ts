import { createHash, randomBytes } from "node:crypto";
import { expect, vi } from "vitest";
import { goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { authorization } from "#lib/gateway/signature.ts";

export const path = "/bulk_transactions";
export const declinedCard = "4000300011112220";
/** Its issuer answers after five seconds. */
export const slowCard = "4000000011112226";

/** A row of `sales`: a valid card unless another is given, and a unique order id, so that none is a duplicate. */
export const sale = (orderid: string, amount = "1.00", number = goodCard.number) =>
  `sale,${number},${goodCard.expiration},${amount},${orderid}`;
export const sales = (...lines: string[]) =>
  `${["command,ccnum,ccexp,amount,orderid", ...lines].join("\n")}\n`;
export const manySales = (count: number, mark = "order") =>
  sales(...Array.from({ length: count }, (_, index) => sale(`${mark}-${index + 1}`)));

/** The signature for a request that is not sent by `sandbox.request`. */
export const signed = ({ key, pin }: RunningSandbox) => ({
  Authorization: authorization(key, pin, randomBytes(8).toString("hex"), (text) =>
    createHash("sha256").update(text).digest("hex"),
  ),
});

/** Sends a file as a browser's form or `curl -F data=@file.csv` does. */
export async function send(
  sandbox: RunningSandbox,
  file: string | Buffer<ArrayBuffer>,
  { field = "data", name = "payments.csv" } = {},
) {
  const form = new FormData();
  form.append("note", "beside the file");
  form.append(field, new Blob([file], { type: "text/csv" }), name);
  const response = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: signed(sandbox),
    body: form,
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Sends a file that must be accepted; returns the reply. */
export async function upload(sandbox: RunningSandbox, file: string | Buffer<ArrayBuffer>) {
  const { status, body } = await send(sandbox, file);
  expect([status, body]).toEqual([200, expect.objectContaining({ bulk_key: expect.any(String) })]);
  return body;
}

export async function groupOf(sandbox: RunningSandbox, key: string) {
  const { status, body } = await sandbox.request("GET", `${path}/${key}`);
  expect(status).toBe(200);
  return body;
}

/** Polls until the group is as wanted or the test times out. */
export async function untilGroup(
  sandbox: RunningSandbox,
  key: string,
  wanted: (group: { status: string; approved: string; remaining: string }) => boolean,
) {
  return await vi.waitFor(
    async () => {
      const group = await groupOf(sandbox, key);
      if (!wanted(group)) throw new Error(`the group is ${JSON.stringify(group)}`);
      return group;
    },
    { timeout: 100_000, interval: 40 },
  );
}

export const completed = (sandbox: RunningSandbox, key: string) =>
  untilGroup(sandbox, key, ({ status }) => status === "Completed");

export const move = (sandbox: RunningSandbox, key: string, step: "pause" | "resume") =>
  sandbox.request("POST", `${path}/${key}/${step}`);

/** All rows of a group that have run, in order. */
export async function linesOf(sandbox: RunningSandbox, key: string) {
  const lines: { line: number; key: string; orderid: string; result_code: string }[] = [];
  for (let total = 1; lines.length < total; ) {
    const { body } = await sandbox.request(
      "GET",
      `${path}/${key}/transactions?limit=1000&offset=${lines.length}`,
    );
    total = body.total;
    lines.push(...body.data);
  }
  return lines.reverse();
}
