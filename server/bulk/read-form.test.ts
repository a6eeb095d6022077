import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { readForm } from "./read-form.ts";

const beginning = [
  "--x",
  'Content-Disposition: form-data; name="edits"',
  "",
  '{"fixed":{},"excluded":[]}',
  "--x",
  'Content-Disposition: form-data; name="file"; filename="a.csv"',
  "Content-Type: text/csv",
  "",
  "command,amount",
  "sale,1.00",
].join("\r\n");

// Vitest fails a test during which an error event has no listener.
test.each([
  ["breaks off before it is read", "error", 50],
  ["breaks off while it is read", "error", 0],
  ["ends too early before it is read", "close", 50],
  ["ends too early while it is read", "close", 0],
] as const)("a file whose upload from the browser %s is broken", async (_moment, end, readsAfterMs) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(beginning));
      setTimeout(() => controller[end](), 10);
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = new Request("http://console/send", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const { file } = await readForm(request);
  await delay(readsAfterMs);
  await expect(
    (async () => {
      for await (const piece of file) expect(piece.length).toBeGreaterThan(0);
    })(),
  ).rejects.toThrow();
});
