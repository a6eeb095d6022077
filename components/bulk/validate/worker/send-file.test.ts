import { expect, test, vi } from "vitest";
import { refuse } from "#lib/result.ts";
import { sendFile } from "./send-file.ts";
import { changedFile } from "./worker-messages.ts";

const nothing = () => {};
const unreadable = Promise.reject(new DOMException("changed", "NotReadableError"));
unreadable.catch(nothing);

/** A chosen file that can be read so many times. */
function sendingOf(readable: number) {
  let reads = 0;
  const file = new File(["amount\n1.00\n"], "payments.csv");
  file.slice = () => {
    reads += 1;
    const piece = new Blob(["a"]);
    if (reads > readable) piece.arrayBuffer = () => unreadable;
    return piece;
  };
  return { id: "f1", edits: "{}", confirmed: [], file, user: undefined };
}

test("a file that was edited since it was submitted is not sent, with the reason", async () => {
  const upload = vi.fn();
  expect(await sendFile(sendingOf(0), nothing, upload)).toMatchObject({
    ok: false,
    problem: { kind: "changedFile", message: changedFile, mayHaveLeft: false },
  });
  expect(upload).not.toHaveBeenCalled();
});

test("a file that is edited while it is sent says so, and its record is asked what became of it", async () => {
  expect(await sendFile(sendingOf(1), nothing, async () => undefined)).toMatchObject({
    ok: false,
    problem: { kind: "changedFile", message: changedFile, mayHaveLeft: true },
  });
});

test("a lost answer has no reason, and an answer counts even when the file can't be read any more", async () => {
  expect(await sendFile(sendingOf(2), nothing, async () => undefined)).toBeUndefined();
  const refused = refuse("Nothing was sent.");
  expect(await sendFile(sendingOf(1), nothing, async () => refused)).toBe(refused);
});
