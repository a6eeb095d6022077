import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { BrokenFormError, readForm } from "./read-form.ts";

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

const formOf = (edits: string): Request => {
  const form = new FormData();
  form.append("edits", edits);
  form.append("file", new Blob(["command,amount\nsale,1.00\n"]), "a.csv");
  return new Request("http://console/send", { method: "POST", body: form });
};
const rows = (count: number, row: (place: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i));

test.each([
  ["two million wrong excluded rows", `{"fixed":{},"excluded":[${"0,".repeat(2_000_000)}0]}`],
  ["two million excluded rows", `{"fixed":{},"excluded":[${"2,".repeat(2_000_000)}2]}`],
  ["half a million fixed rows", `{"fixed":{${rows(500_000, (i) => `"${i}":{}`)}},"excluded":[]}`],
  [
    "as many wrong fixed rows as values are read",
    `{"fixed":{${rows(240_000, (i) => `"${i}":0`)}},"excluded":[]}`,
  ],
  [
    "a fixed row of many unknown columns",
    `{"fixed":{"2":{${rows(60_000, (i) => `"c${i}":0`)}}},"excluded":[]}`,
  ],
  ["as many wrong excluded rows as are read", `{"fixed":{},"excluded":[${rows(200_000, () => "0")}]}`],
])("a form with %s is refused without reading each of them", async (_, edits) => {
  const request = formOf(edits);
  // Processor time: another process may hold the machine meanwhile.
  const began = process.cpuUsage();
  await expect(readForm(request)).rejects.toThrow("without what was fixed");
  expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
});

test("a form with as many fixes as a person reviews and as many excluded rows as a file can have is read", async () => {
  const fixed = rows(1000, (i) => `"${i + 2}":{"amount":"1.00","orderid":"order ${i}"}`);
  const edits = `{"fixed":{${fixed}},"excluded":[${rows(200_000, (i) => `${i + 2000}`)}]}`;
  const read = await readForm(formOf(edits));
  read.file.resume();
  expect(Object.keys(read.edits.fixed).length).toBe(1000);
  expect(read.edits.excluded.length).toBe(200_000);
});

test.each([
  ["a file before its fixes", "multipart/form-data; boundary=x", 'name="file"; filename="a.csv"'],
  ["a file in another field", "multipart/form-data; boundary=x", 'name="other"; filename="a.csv"'],
  ["a form without a boundary", "multipart/form-data", 'name="file"; filename="a.csv"'],
])("%s that breaks off is a broken form", async (_what, type, named) => {
  const body = `--x\r\nContent-Disposition: form-data; ${named}\r\n\r\ncommand,amount\r\nsale,1.00`;
  const request = new Request("http://console/send", {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  await expect(readForm(request)).rejects.toBeInstanceOf(BrokenFormError);
});
