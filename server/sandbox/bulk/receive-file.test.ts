import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { receiveFile } from "./receive-file.ts";

const beginning = [
  "--x",
  'Content-Disposition: form-data; name="file"; filename="a.csv"',
  "Content-Type: text/csv",
  "",
  "command,amount",
  "sale,1.00",
].join("\r\n");

// Vitest fails a test during which an error event has no listener.
test.each([
  ["before its rows are read", 50],
  ["while its rows are read", 0],
])("an upload that is interrupted %s is refused", async (_moment, readsAfterMs) => {
  const incoming = Object.assign(new PassThrough(), {
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  incoming.write(beginning);
  const received = receiveFile(incoming as never, "file", async ({ bytes }) => {
    await delay(readsAfterMs);
    for await (const piece of bytes) expect(piece.length).toBeGreaterThan(0);
  });
  setTimeout(() => incoming.destroy(new Error("aborted")), 10);
  await expect(received).rejects.toMatchObject({ kind: "bulkFormat" });
});

test("an upload interrupted after its last row rejects its reader with the refusal", async () => {
  const incoming = Object.assign(new PassThrough(), {
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  incoming.write(`${beginning}\r\n--x--\r\n`);
  let rows = "";
  let isStored = false;
  const received = receiveFile(incoming as never, "file", async ({ bytes }) => {
    for await (const piece of bytes) rows += piece;
    isStored = true;
  });
  setTimeout(() => incoming.destroy(new Error("aborted")), 30);
  await expect(received).rejects.toMatchObject({ kind: "bulkFormat" });
  expect(rows).toContain("sale,1.00");
  expect(isStored).toBe(false);
});

test.each(['name="other"; filename="b.csv"', 'name="other"\r\nContent-Type: application/octet-stream'])(
  "a part that is not the file and has no end is refused: %s",
  async (named) => {
    const incoming = Object.assign(new PassThrough(), {
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    incoming.end(`--x\r\nContent-Disposition: form-data; ${named}\r\n\r\ncommand,amount\r\nsale,1.00`);
    const received = receiveFile(incoming as never, "file", async () => undefined);
    await expect(received).rejects.toMatchObject({ kind: "bulkNoFile" });
  },
);
