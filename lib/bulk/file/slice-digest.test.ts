import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SliceDigest, sliceBytes } from "./slice-digest.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

async function digestOf(pieces: Uint8Array[]): Promise<string> {
  const digest = new SliceDigest();
  for (const piece of pieces) await digest.update(piece);
  return digest.end();
}

test("a file has one digest however its bytes arrive: that of its slices' digests", async () => {
  const file = new Uint8Array(2 * sliceBytes + 1234).map((_, place) => place % 251);
  const slices = [0, 1, 2].map((n) => sha256(file.subarray(n * sliceBytes, (n + 1) * sliceBytes)));
  const expected = createHash("sha256").update(Buffer.concat(slices)).digest("hex");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(file.length), { maxLength: 5 }), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), file.length];
      const pieces = places.slice(1).map((place, i) => file.subarray(places[i], place));
      expect(await digestOf(pieces)).toBe(expected);
    }),
    { numRuns: 20 },
  );
});

test("a file with one byte more, fewer or changed has another digest", async () => {
  const file = new Uint8Array(sliceBytes).fill(65);
  const other = file.with(sliceBytes - 1, 66);
  const longer = new Uint8Array(sliceBytes + 1);
  longer.set(file);
  const digests = await Promise.all(
    [file, other, file.subarray(1), longer, new Uint8Array()].map((one) => digestOf([one])),
  );
  expect(new Set(digests).size).toBe(5);
});
