import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import { withNeeded } from "#lib/people/right-groups.ts";
import { attentionLabels } from "./attention-labels.ts";

const folder = fileURLToPath(new URL("../../../app/(console)", import.meta.url));

/** What each page asks for, by the pattern of its address. */
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("page.tsx"))
  .map((path) => ({
    pattern: new RegExp(`^/${path.replace(/\/?page\.tsx$/, "").replace(/\[\w+\]/g, "[^/?]+")}(?:\\?|$)`),
    right: /requireUser\("(\w+)"\)/.exec(readFileSync(join(folder, path), "utf8"))?.[1],
  }));
const rightOf = (href: string) => pages.find(({ pattern }) => pattern.test(href))?.right;

const sum = { cents: 500, currency: undefined };
const notice = {
  ...{ id: "n", foundAt: 0, batchKey: undefined, acknowledged: undefined, amountCents: 500, takenBy: "Mira" },
  ...{ kind: "return" as const, outcome: "returned" as const, isRefund: false, reason: "R01", payer: "Bo" },
};
const file = { id: "f", name: "checks.csv", by: "Mira", since: 0 };
const late = {
  ...{ kind: "lateDeposit" as const, id: "l", what: "Batch 1, cards", due: "2026-11-20" },
  ...sum,
};
const order = {
  ...{ id: "o", kind: "due" as const, paidCents: 100, dueCents: 400, totalCents: 500, currency: undefined },
  ...{ paymentMethods: [], by: "Mira", since: 0, hasNoOutcome: false, invoice: undefined },
};

const items: AttentionItem[] = [
  { kind: "unknownPayment", id: "a", label: "Sale", paymentMethod: "Bo", by: "Mira", since: 0, ...sum },
  { kind: "order", order } as unknown as AttentionItem, // the words need no more
  { kind: "unknownFile", ...file },
  { kind: "waitingFile", ...file, rows: 2 },
  { kind: "drawer", shift: 1, drawer: "Drawer 1", by: "Mira", since: 0, isCounted: false },
  { kind: "notice", notice: { ...notice, transactionKey: "t", attemptId: undefined } },
  { kind: "notice", notice: { ...notice, transactionKey: undefined, attemptId: "a" } },
  { kind: "notice", notice: { ...notice, transactionKey: undefined, attemptId: undefined } },
  { kind: "batch", key: "b", name: "1", closedAt: 0, isReady: true },
  { kind: "event", id: "e", type: "sale", reason: "Late.", since: 0 },
  { kind: "receipt", key: "t", paymentMethod: "Bo", by: "Mira", since: 0, reason: "Refused" },
  { kind: "shortDeposit", id: "d", day: "2026-11-20", description: "Deposit", ...sum },
  { ...late, batchKey: "b", deposit: undefined },
  { ...late, batchKey: "b", deposit: { day: "2026-11-20", cents: 500 } },
  {
    ...{ kind: "authorization", key: "t", customer: undefined, brand: "Visa", lastFour: "1111" },
    ...{ invoice: undefined, since: 0, expiresAt: 1, ...sum },
  },
];

describe("items that wait for a person", () => {
  test.each(items.map((item) => [item.kind, item] as const))(
    "links to a page that its right opens: %s",
    (_, item) => {
      const { href, right } = attentionLabels(item, "UTC", 0);
      expect(withNeeded(right)).toContain(rightOf(href));
    },
  );

  test("links to the shift of a drawer for those who may see it, even of somebody else", () => {
    expect(
      attentionLabels(
        { kind: "drawer", shift: 1, drawer: "Drawer 1", by: "Mira", since: 0, isCounted: true },
        "UTC",
        0,
      ),
    ).toMatchObject({ right: "viewAllShifts" });
  });
});
