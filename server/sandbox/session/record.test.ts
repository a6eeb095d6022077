import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { maskReply, maskRequest } from "./mask/mask-exchange.ts";
import { startRecorder } from "./record.ts";

vi.mock("./mask/mask-exchange.ts", () => ({
  maskRequest: vi.fn(async () => ({ method: "GET", path: "/", signature: "none" })),
  maskReply: vi.fn(),
}));

const upstream = createServer((_incoming, outgoing) => outgoing.end("the answer"));
beforeAll(() => new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve)));
afterAll(() => upstream.close());

test.each([
  ["request", () => vi.mocked(maskRequest).mockRejectedValueOnce(new RangeError("4012888888881881"))],
  [
    "reply",
    () =>
      vi.mocked(maskReply).mockImplementationOnce(() => {
        throw new RangeError("4012888888881881");
      }),
  ],
])("a %s that cannot be masked is sent on and reported", async (_name, fail) => {
  const folder = await mkdtemp(join(tmpdir(), "record-"));
  const file = join(folder, "one.jsonl");
  const reported: string[] = [];
  const { port } = upstream.address() as AddressInfo;
  const recorder = await startRecorder({
    upstream: new URL(`http://127.0.0.1:${port}/api/v2`),
    file,
    port: 0,
    report: (line) => reported.push(line),
  });
  try {
    fail();
    expect(await (await fetch(`${recorder.url}/batches`)).text()).toBe("the answer");
    expect(reported).toEqual([`1  could not be recorded in ${file} (RangeError)`]);
    expect(recorder.counts()).toEqual({ recorded: 0, failed: 1 });
  } finally {
    await recorder.stop();
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(1);
    await rm(folder, { recursive: true, force: true });
  }
});
