import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { randomRuns } from "#lib/random-tests.ts";
import { emailProblem } from "../forms/email.ts";
import { blankOf } from "./fields/field.ts";
import { type ChargeValues, emptyCharge, fieldList, inUse, tenders } from "./fields/values.ts";
import { chargeForm } from "./form.ts";
import { chargeKindNames } from "./kinds.ts";
import { validateCharge } from "./rules.ts";

const month = "2026-11";

/** Texts that some field takes, nearly takes or refuses. */
const texts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "Ada",
    " 12.50 ",
    "12,50",
    "4000100011112224",
    "4000 1000 1111 2225",
    "1128",
    "1026",
  ),
  fc.constantFrom("999", "1249", "a1b2-c3d4-e5f6-g7h8", "021000021", "1000006789", "ada@example.com", "PPD"),
  fc.constantFrom("x".repeat(17), "x".repeat(65), "x".repeat(1001), "nobody@", "savings"),
  fc.string({ maxLength: 30 }),
);

/** A payment that nothing is wrong with, by any tender. */
const empty = emptyCharge("form-number-000000000001");
const payable: ChargeValues = {
  ...empty,
  amount: "42.50",
  card: { ...empty.card, number: "4000100011112224", expiration: "1128" },
  token: { ...empty.token, token: "a1b2-c3d4-e5f6-g7h8" },
  check: { ...empty.check, name: "Ada", routing: "021000021", account: "1000006789" },
  breakdown: { ...empty.breakdown, subtotal: "42.50" },
};

/** Mostly what the form begins with, else any text. */
const mostly = <Value>(value: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const forms: fc.Arbitrary<ChargeValues> = fc
  .record({
    tender: fc.constantFrom(...tenders),
    kind: fc.constantFrom(...chargeKindNames),
    amount: mostly(" 42.50", texts),
    itemized: fc.boolean(),
    ignoreDuplicate: mostly(false, fc.boolean()),
    duplicateReason: mostly("", texts),
    blockOverride: mostly<ChargeValues["blockOverride"]>(
      null,
      fc.record({ attemptId: fc.constant("form-number-000000000002"), reason: texts }),
    ),
    changes: fc.array(fc.tuple(fc.constantFrom(...fieldList), texts, fc.boolean()), { maxLength: 5 }),
  })
  .map(({ changes, ...rest }) => {
    const values = { ...structuredClone(payable), ...rest };
    for (const [field, text, flag] of changes)
      Object.assign(values[field.group], {
        [field.key]: typeof blankOf(field) === "boolean" ? flag : text,
      });
    return values;
  });

test("the page and the server refuse the same values for the same reasons, and send the same text", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(forms, (form) => {
      const values = inUse(form);
      const page = validateCharge(values, month);
      const server = chargeForm(month).safeParse(values);
      expect(page.ok).toBe(server.success);
      seen[page.ok ? "accepted" : "refused"] += 1;
      if (page.ok) {
        expect(page.values).toEqual(server.data);
        return;
      }
      const reasons: Record<string, string> = {};
      for (const { path, message } of server.error?.issues ?? []) reasons[path.join(".")] ??= message;
      expect(Object.fromEntries(page.problems)).toEqual(reasons);
    }),
    { numRuns: randomRuns(2000) },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50);
});

test("a choice that is not offered is refused", () => {
  const values = emptyCharge("form-number-000000000001");
  const check = { ...values.check, accountType: "offshore" as "savings" };
  const checked = validateCharge(inUse({ ...values, tender: "check", check }), month);
  expect(checked).toMatchObject({ ok: false });
  expect(!checked.ok && checked.problems.get("check.accountType")).toBe("Choose one of the list.");
});

test("an email address is what zod takes for one", () => {
  const parts = fc.stringMatching(/^[a-zA-Z0-9.@_'+\- ]{0,12}$/);
  const addresses = fc.oneof(
    fc.constantFrom(
      "ada@example.com",
      "a.b+c@d-e.example.org",
      ".a@b.co",
      "a..b@c.de",
      "a@b",
      "a@-b.de",
      "a@b.c",
    ),
    fc.tuple(parts, parts).map(([name, host]) => `${name}@${host}.com`),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(addresses, (text) => {
      expect(emailProblem(text) === undefined).toBe(z.email().safeParse(text).success);
    }),
    { numRuns: randomRuns(2000) },
  );
});
