import { describe, expect, test } from "vitest";
import { readSettings, settingsHelp } from "./settings.ts";

test("without any setting the demo defaults apply", () => {
  expect(readSettings({ NODE_ENV: "test", SANDBOX_API_KEY: "  " })).toMatchObject({
    host: "127.0.0.1",
    port: 4010,
    rateLimit: { minute: 45, day: 5000 },
    timeZone: "America/Los_Angeles",
    batchHours: 12,
    control: true,
    databaseUrl: undefined,
    merchantName: "Alder Street Flowers",
  });
});

test("settings are read as documented", () => {
  const settings = readSettings({
    NODE_ENV: "test",
    SANDBOX_RATE_LIMIT: "off",
    SANDBOX_CONTROL: "off",
    SANDBOX_BATCH_HOURS: "0.5",
    SANDBOX_MERCHANT_ADDRESS: "1 Main St | 555",
  });
  expect(settings).toMatchObject({
    rateLimit: null,
    control: false,
    batchHours: 0.5,
    merchantAddress: ["1 Main St", "555"],
  });
  expect(readSettings({ NODE_ENV: "test", SANDBOX_RATE_LIMIT: "5/min,6/day" }).rateLimit).toEqual({
    minute: 5,
    day: 6,
  });
});

describe("an invalid setting is reported in one sentence that names it", () => {
  test.each([
    ["SANDBOX_PORT", "99999"],
    ["SANDBOX_PORT", "http"],
    ["SANDBOX_RATE_LIMIT", "45"],
    ["SANDBOX_TIME_ZONE", "Mars/Olympus"],
    ["SANDBOX_BATCH_HOURS", "-1"],
    ["SANDBOX_BATCH_HOURS", "soon"],
    ["SANDBOX_CONTROL", "maybe"],
    ["SANDBOX_DATABASE_URL", "mysql://x"],
    ["SANDBOX_CARD_KEY", "short"],
    ["SANDBOX_API_KEY", "a b"],
    ["SANDBOX_SMTP_URL", "mail.example:25"],
    ["SANDBOX_SMTP_URL", "http://shop:secret@mail.example"],
    ["SANDBOX_SMTP_URL", "smtp://"],
    ["SANDBOX_SMTP_FROM", "flowers"],
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ NODE_ENV: "test", [name]: value })).toThrow(
      new RegExp(`^${name} must [^\\n]+\\.$`),
    );
  });
});

test.each([
  "nowhere",
  "ftp://files.example",
  "http://shop.example/hook",
  "http://127.0.0.1.example/hook",
  "https://clerk:secret@shop.example/hook",
])("events are not sent to %s", (SANDBOX_WEBHOOK_URL) => {
  expect(() => readSettings({ NODE_ENV: "test", SANDBOX_WEBHOOK_URL, SANDBOX_WEBHOOK_KEY: "k" })).toThrow(
    /^SANDBOX_WEBHOOK_URL must [^\n]+\.$/,
  );
});

test("a webhook URL requires a signing key", () => {
  const SANDBOX_WEBHOOK_URL = "https://shop.example/hook";
  expect(() => readSettings({ NODE_ENV: "test", SANDBOX_WEBHOOK_URL })).toThrow(
    /^SANDBOX_WEBHOOK_KEY must be set with SANDBOX_WEBHOOK_URL/,
  );
  const settings = readSettings({ NODE_ENV: "test", SANDBOX_WEBHOOK_URL, SANDBOX_WEBHOOK_KEY: "k" });
  expect(settings).toMatchObject({ webhookUrl: SANDBOX_WEBHOOK_URL, webhookKey: "k" });
});

test("every documented setting is read", () => {
  const wrong = settingsHelp
    .map(([name]) => name)
    .filter((name) => !/^(SANDBOX_[A-Z_]+|DATA_DIR)$/.test(name));
  expect(wrong).toEqual([]);
});
