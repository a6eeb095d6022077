import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalAdvice } from "#lib/bulk/file-decision.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { approveFile, prepareFile } from "../approve-file.ts";
import { findFile } from "../files.ts";
import { noEdits, preparationOf } from "../test-preparation.ts";
import { sendFile } from "./send.ts";

const clerk = { id: "u1", name: "Ruth Adeyemi" };
const row = "937,Zed,12.50,quoted-1,sale,4000100011112224,1249";
const spellings = [row, Buffer.from(row).toString("base64"), `${row} with PIN 123456`];
let refusals = 0;

/** What it does with the next file instead. */
let next: "lose" | "repeat" | undefined;

/** A gateway that quotes the first row of a file that it refuses. */
const quoting = createServer((request, response) => {
  request.resume().on("end", () => {
    const act = next;
    next = undefined;
    if (act === "lose") return void response.destroy();
    if (act === "repeat") {
      response.writeHead(400, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ error: "Too many duplicates", errorcode: 20022 }));
    }
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
    await approveFile({ id: "u2", name: "Mira" }, { id: checked.id });
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

describeStores("a file that the gateway refuses as repeated", (open) => {
  beforeAll(async () => useStore((await open()).db));

  async function send(act: "lose" | "repeat") {
    const text = `command,amount,ccnum,ccexp,orderid\nsale,31.02,4000100011112224,1249,r1\n`;
    const checked = await preparationOf(text, {
      mapping: ["command", "amount", "ccnum", "ccexp", "orderid"],
    });
    const prepared = await prepareFile(clerk, checked);
    if (!prepared.ok) throw new Error(prepared.problem.message);
    await approveFile({ id: "u2", name: "Mira" }, { id: checked.id });
    const form = new FormData();
    form.append("edits", JSON.stringify(noEdits));
    form.append("confirmed", "");
    form.append("file", new Blob([text]), "u2.csv");
    next = act;
    const request = new Request("http://console/send", { method: "POST", body: form });
    const answer = await sendFile(clerk, checked.id, request);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value;
  }

  test("names the earlier one whose answer was lost, instead of sending the person to submit it again", async () => {
    const first = await send("lose");
    expect(first.state).toBe("unknown");
    const second = await send("repeat");
    expect(second.state).toBe("refused");
    expect(refusalAdvice(second)).toContain(`file ${first.reference}, arrived. Do not send them again`);
    expect(await findFile(first.id)).toMatchObject({
      state: "unknown",
      problem: expect.stringContaining("It most likely arrived: do not send it again."),
    });
  });
});
