import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { prepareFile, releaseFile } from "./release.ts";
import { sendFile } from "./send.ts";
import { noEdits, preparationOf } from "./test-preparation.ts";

const clerk = { id: "u1", name: "Ruth Adeyemi" };
const row = "937,Zed,12.50,quoted-1,sale,4000100011112224,1249";
const spellings = [row, Buffer.from(row).toString("base64"), `${row} with PIN 123456`];
let refusals = 0;

/** A gateway that quotes the first row of a file that it refuses. */
const quoting = createServer((request, response) => {
  request.resume().on("end", () => {
    const quoted = spellings[refusals++ % spellings.length];
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: `Line 2 is not readable: ${quoted}`, errorcode: 20021 }));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => quoting.listen(0, "127.0.0.1", resolve));
  process.env.GATEWAY_URL = `http://127.0.0.1:${(quoting.address() as AddressInfo).port}/api/v2`; // a port, so an AddressInfo
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "123456";
  process.env.AUTH_SECRET = "a".repeat(40);
});
afterAll(() => void quoting.close());

describeStores("a file whose row the gateway quotes as it refuses it", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test.each(spellings)("keeps nothing of %s in the answer or the store", async () => {
    const text = `cvc,cardholder,amount,orderid,command,ccnum,ccexp\n${row}\n`;
    const checked = await preparationOf(text, {
      mapping: ["cvc", "cardholder", "amount", "orderid", "command", "ccnum", "ccexp"],
    });
    const prepared = await prepareFile(clerk, checked);
    if (!prepared.ok) throw new Error(prepared.problem.message);
    await releaseFile({ id: "u2", name: "Mira" }, { id: checked.id });
    const form = new FormData();
    form.append("edits", JSON.stringify(noEdits));
    form.append("confirmed", "");
    form.append("file", new Blob([text]), "payroll.csv");
    const answer = await sendFile(
      clerk,
      checked.id,
      new Request("http://console/send", { method: "POST", body: form }),
    );
    const problem = "The gateway refused the file: A line of the file cannot be read. See line 2.";
    expect(answer).toMatchObject({ ok: true, value: { state: "refused", problem } });
    const stored = await db()
      .selectFrom("bulk_files")
      .selectAll()
      .where("id", "=", checked.id)
      .executeTakeFirstOrThrow();
    expect(stored.problem).toBe(problem);
  });
});
