import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toFile } from "#server/bulk/files.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { changedFile } from "../validate/worker/worker-messages.ts";
import { ApprovalPanel } from "./approval-panel.tsx";

type Approval = Parameters<typeof ApprovalPanel>[0]["approval"];

const idle = async () => {};
const approval: Approval = {
  state: { kind: "record", id: "f1" },
  turn: 0,
  file: undefined,
  problem: undefined,
  start: idle,
  sendAgain: idle,
  withdraw: idle,
  reset: () => {},
};

const show = (change: Partial<Approval>) =>
  renderToStaticMarkup(
    createElement(ApprovalPanel, { approval: { ...approval, ...change }, size: 900, onAnother: () => {} }),
  );

test("a sending that broke off is not called unsent, and offers no second sending", () => {
  const shown = show({ state: { kind: "asking", id: "f1", brokeAt: 1 } });
  expect(shown).toContain("We don&#x27;t know yet. Do not send it again.");
  expect(shown).toContain("Checking how far the upload got");
  expect(shown).not.toMatch(/<button|not left this computer|Nothing was/);
});

test("a file that was found after a wrong decision says so on its preparer's page", () => {
  const problem = "Ben Alvarez decided that the file did not arrive: Not listed. But the gateway has it.";
  const shown = show({ file: toFile(fileRow({ state: "sent", bulk_key: "g1", end_sent: 1, problem })) });
  expect(shown).toContain("10 rows run at the gateway");
  expect(shown).toContain("But the gateway has it.");
});

test("a file that changed on this computer is to be withdrawn, not sent again", () => {
  const file = toFile(fileRow({ state: "approved" }));
  expect(show({ file })).toContain("Send it now");
  const shown = show({ file, problem: { kind: "changedFile", message: changedFile, mayHaveLeft: false } });
  expect(shown).toContain("changed since it was submitted: withdraw it and choose it again.");
  expect(shown).toContain("Withdraw");
  expect(shown).not.toContain("Send it now");
});
