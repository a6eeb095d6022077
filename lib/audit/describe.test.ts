import { expect, test } from "vitest";
import es from "#lib/language/es.json" with { type: "json" };
import { makeTranslator } from "#lib/language/make-translator.ts";
import { setSpeech } from "#lib/language/t.ts";
import { fieldsOf, summaryOf } from "./describe.ts";

const recorded = (command: string) => ({
  position: 1,
  at: 0,
  name: "payment.recorded" as const,
  userId: "u1",
  userName: "Ann",
  subject: "a1",
  data: { command, cents: 1250, payer: "Visa ending 2224" },
  hash: "",
  previous: "",
});

test("a command is named as the rest of the console names it", () => {
  expect(summaryOf(recorded("authonly"))).toBe("Authorize, $12.50, Visa ending 2224");
  expect(fieldsOf(recorded("cc:save"))[0]).toEqual(["Command", "Save card"]);
});

test("a command that this release doesn't know is shown as it was recorded", () => {
  expect(summaryOf(recorded("teleport"))).toBe("Teleport, $12.50, Visa ending 2224");
});

test("a setting is shown as the settings page says it", () => {
  const changed = (subject: string, setting: string, from: string, to: string) =>
    summaryOf({ name: "setting.changed", subject, data: { setting, from, to } });
  expect(changed("DRAWER_REQUIRED", "Open shift", "0", "1")).toBe("Open shift, From off, To on");
  expect(changed("WORKSTATION_LOCK_MINUTES", "Workstation lock", "15", "1")).toBe(
    "Workstation lock, From 15 minutes, To 1 minute",
  );
  expect(changed("RECALL_ABOVE", "Refund delay", "none", "50.00")).toBe("Refund delay, From none, To $50.00");
  expect(changed("MONEY_LIMITS", "Limits by role", "none", "clerk charge 50.00/120.00")).toBe(
    "Limits by role, From none, To Clerk, take payments: $50.00 per transaction, $120.00 per business day",
  );
  expect(changed("MFA_ROLES", "Second step required", "none", "manager, admin")).toBe(
    "Second step required, From none, To Manager, Admin",
  );
});

test("a change of a gateway account has the value before and after", () => {
  const data = {
    account: "Shop 2",
    portBefore: "3001",
    portAfter: "3002",
    colorBefore: "approved",
    colorAfter: "unknown",
    newKeys: false,
  };
  expect(summaryOf({ name: "account.changed", subject: "shop-2", data })).toBe(
    "Shop 2, Port before 3001, Port after 3002, Color before Green, Color after Violet",
  );
});

test("values are shown in the reader's language", () => {
  const speech = { language: "es", catalog: es, translate: makeTranslator(es, "es") } as const;
  setSpeech(() => speech);
  try {
    expect(summaryOf(recorded("void"))).toBe("Anulación, $12.50, Visa terminada en 2224");
    const changed = { setting: "Workstation lock", from: "15", to: "none" };
    expect(summaryOf({ name: "setting.changed", subject: "WORKSTATION_LOCK_MINUTES", data: changed })).toBe(
      `${es["Workstation lock"]}, De 15 minutos, A ninguno`,
    );
  } finally {
    setSpeech(() => undefined);
  }
});
