import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { parseConsoleSettings, parseStartSettings, SettingsError } from "./env.ts";
import { noSecretFiles } from "./secret-files.ts";

const secret = "0123456789abcdef0123456789abcdef";
const gateway = {
  GATEWAY_URL: "https://a.example/api/v2/, https://b.example/api/v2",
  GATEWAY_API_KEY: "the-key",
  GATEWAY_API_PIN: "the-pin",
  AUTH_SECRET: secret,
  CONSOLE_DATA_KEY: `${secret}-of-data`,
};

describe("settings", () => {
  it("ask for the sandbox, with names and places of its own, when nothing is set", () => {
    expect(parseStartSettings({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      dataDir: resolve("data"),
      databaseUrl: undefined,
      gateway: undefined,
      gatewayTimeZone: "America/Los_Angeles",
      gatewayTimeoutMs: 60_000,
      gatewayQueueMs: 180_000,
      authSecret: undefined,
      oldAuthSecret: undefined,
      dataKey: undefined,
      oldDataKey: undefined,
      digestsKeptMs: DAY_MS,
      consoleOrigin: "http://localhost:3000",
      mainOrigin: "http://localhost:3000",
      account: undefined,
      customersKeptMs: 730 * DAY_MS,
      merchantName: "Alder Street Flowers",
      merchantLocale: "en-US",
      businessDayStart: "00:00",
      historyDays: 730,
      journalAccounts: {},
      customFields: {},
      tipPercents: [15, 18, 20],
      bulkSecondPersonCents: 1_000_000,
      cashDrawers: ["Drawer 1"],
      drawerToleranceCents: 500,
      drawerPayoutLimitCents: 10_000,
      refundDelayAboveCents: undefined,
      refundDelayMs: 30_000,
      approvalMs: 900_000,
      moneyLimits: {},
      drawerRequired: false,
      workstationLockMinutes: 15,
      passwordAgainMinutes: 5,
      inactiveDays: 90,
      mfaRoles: [],
      sandbox: true,
    });
  });

  it("name several gateway hosts in order, without their trailing slash", () => {
    const settings = parseConsoleSettings({ ...gateway, PORT: "3100", GATEWAY_WEBHOOK_KEY: "w" });
    expect(settings.gateway.urls.map((url) => url.href)).toEqual([
      "https://a.example/api/v2",
      "https://b.example/api/v2",
    ]);
    expect(settings).toMatchObject({
      consoleOrigin: "http://localhost:3100",
      merchantName: "Merchant",
      sandbox: false,
      gateway: { apiKey: "the-key", apiPin: "the-pin", webhookKey: "w" },
    });
  });

  it("spell the merchant's locale as standards do", () => {
    expect(parseStartSettings({ MERCHANT_LOCALE: "de-de" })).toMatchObject({ merchantLocale: "de-DE" });
  });

  it("count an empty setting as not set", () => {
    expect(parseStartSettings({ PORT: "", GATEWAY_URL: " ", DATABASE_URL: "" })).toMatchObject({
      port: 3000,
      gateway: undefined,
      databaseUrl: undefined,
    });
  });

  it.each([
    [{ PORT: "abc" }, 'PORT must be a whole number from 1 to 65535, not "abc".'],
    [{ PORT: "70000" }, 'PORT must be a whole number from 1 to 65535, not "70000".'],
    [{ DATABASE_URL: "mysql://h/db" }, "DATABASE_URL must begin with postgres:// or postgresql://."],
    [
      { GATEWAY_TIME_ZONE: "Mars/Base" },
      'GATEWAY_TIME_ZONE must be the name of a time zone, such as America/Los_Angeles, not "Mars/Base".',
    ],
    [
      { MERCHANT_LOCALE: "de_DE" },
      'MERCHANT_LOCALE must be a language tag such as en-US or de-DE, not "de_DE".',
    ],
    [
      { MERCHANT_LOCALE: "xx-XX" },
      'MERCHANT_LOCALE must be a language tag such as en-US or de-DE, not "xx-XX".',
    ],
    [
      { GATEWAY_TIMEOUT_MS: "1s" },
      'GATEWAY_TIMEOUT_MS must be a whole number of milliseconds from 1000 to 600000, not "1s".',
    ],
    [
      { GATEWAY_WEBHOOK_KEY: "new", GATEWAY_WEBHOOK_KEY_OLD: "old" },
      "GATEWAY_WEBHOOK_KEY_OLD_UNTIL is missing: say from which day on the old key counts no more.",
    ],
    [
      { GATEWAY_WEBHOOK_KEY_OLD: "old", GATEWAY_WEBHOOK_KEY_OLD_UNTIL: "2026-12-01" },
      "GATEWAY_WEBHOOK_KEY must be set, and be another than GATEWAY_WEBHOOK_KEY_OLD.",
    ],
    [
      { GATEWAY_WEBHOOK_KEY_OLD_UNTIL: "2026-13-01" },
      'GATEWAY_WEBHOOK_KEY_OLD_UNTIL must be a day, such as "2026-12-01".',
    ],
    [
      { AUDIT_HEAD_URL: "http://logs.example/heads" },
      "AUDIT_HEAD_URL must begin with https:// (http:// on this machine), or be syslog:// with a host and a port, and hold no password.",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:word@traces.example" },
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https:// and holds no password.",
    ],
    [
      { SMTP_URL: "mail.example:25", SMTP_FROM: "console@shop.test" },
      "SMTP_URL must be an address such as smtp://user:password@mail.example:587, or smtps://.",
    ],
    [
      { SMTP_URL: "smtp://mail.example" },
      "SMTP_FROM is missing: SMTP_URL needs the address that its mails come from.",
    ],
    [{ RECALL_SECONDS: "4" }, 'RECALL_SECONDS must be a whole number of seconds from 5 to 600, not "4".'],
    [
      { GATEWAY_QUEUE_MS: "-1" },
      'GATEWAY_QUEUE_MS must be a whole number of milliseconds from 0 to 600000, not "-1".',
    ],
    [
      { GATEWAY_QUEUE_MS: "600001" },
      'GATEWAY_QUEUE_MS must be a whole number of milliseconds from 0 to 600000, not "600001".',
    ],
    [
      { CONSOLE_ORIGIN: "https://c.example/console" },
      'CONSOLE_ORIGIN must be a scheme and a host without a path, such as https://console.example.com, not "https://c.example/console".',
    ],
    [
      { ...gateway, GATEWAY_URL: "https://a.example,ftp://b.example" },
      'GATEWAY_URL must be an address that begins with http:// or https:// and holds no password, not "ftp://b.example".',
    ],
    [
      { ...gateway, GATEWAY_URL: "https://a.example/api/v2, http://gateway.example/api/v2" },
      "GATEWAY_URL must begin with https:// unless it is on this machine: cards would travel to gateway.example unencrypted.",
    ],
    [
      { CONSOLE_ORIGIN: "http://192.168.1.20:3000" },
      "CONSOLE_ORIGIN must begin with https:// unless it is on this machine: cards would travel to 192.168.1.20:3000 unencrypted.",
    ],
    [{ AUTH_SECRET: "short" }, "AUTH_SECRET is too short: it must be at least 32 characters."],
    [{ CONSOLE_DATA_KEY: "short" }, "CONSOLE_DATA_KEY is too short: it must be at least 32 characters."],
    [
      { CONSOLE_HOST: "shop.example" },
      "CONSOLE_HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.",
    ],
    [
      { CUSTOMER_DATA_DAYS: "30" },
      'CUSTOMER_DATA_DAYS must be 0, which deletes nothing, or a whole number of days from 180 to 3660, not "30".',
    ],
    [
      { CONSOLE_DIGEST_HOURS: "0" },
      'CONSOLE_DIGEST_HOURS must be a whole number of hours from 1 to 8760, not "0".',
    ],
    [
      { AUTH_SECRET_FILE: "/nowhere/secret" },
      'AUTH_SECRET_FILE must be the path of a file that holds the secret: "/nowhere/secret" cannot be read.',
    ],
    [
      { AUTH_SECRET: secret, AUTH_SECRET_FILE: "/nowhere/secret" },
      "Set AUTH_SECRET or AUTH_SECRET_FILE, not both.",
    ],
    [
      { ...gateway, CONSOLE_DATA_KEY: "" },
      "CONSOLE_DATA_KEY is missing: set it, or CONSOLE_DATA_KEY_FILE, to a random text of at least 32 characters, such as the output of openssl rand -base64 32, and keep it out of backups of the store.",
    ],
    [{ CONSOLE_SANDBOX: "yes" }, "CONSOLE_SANDBOX must be 0 or 1."],
    [
      { ...gateway, GATEWAY_API_PIN: "" },
      "GATEWAY_API_PIN is missing: GATEWAY_URL needs the PIN of its API key.",
    ],
  ])("say in one sentence what is wrong with %o", (raw, sentence) => {
    expect(sentencesOf(() => parseStartSettings(raw))).toEqual([sentence]);
  });

  it.each([
    "http://localhost",
    "http://console.localhost:3000",
    "http://127.0.0.1:8080",
    "http://[::1]:3000",
  ])("accept http within this machine: %s", (address) => {
    const settings = parseStartSettings({
      ...gateway,
      GATEWAY_URL: `${address}/api/v2`,
      CONSOLE_ORIGIN: address,
    });
    expect(settings).toMatchObject({ consoleOrigin: address });
  });

  it.each(["http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://0.0.0.0:3000"])(
    "take %s for another machine",
    (address) => {
      expect(sentencesOf(() => parseStartSettings({ CONSOLE_ORIGIN: address }))).toHaveLength(1);
    },
  );

  it("tell everything that is wrong at once", () => {
    const sentences = sentencesOf(() => parseStartSettings({ PORT: "0", GATEWAY_URL: "gateway" }));
    expect(sentences).toHaveLength(6);
  });

  it("never repeat a secret", () => {
    const raw = {
      ...gateway,
      GATEWAY_URL: "https://user:hunter2@a.example",
      AUTH_SECRET: "too-short-secret",
    };
    const text = sentencesOf(() => parseStartSettings(raw)).join("\n");
    expect(text).toContain("AUTH_SECRET");
    expect(text).not.toMatch(/hunter2|too-short-secret|the-key|the-pin/);
  });

  it("read an amount as the console's own fields do", () => {
    const above = (text: string) =>
      parseStartSettings({ BULK_SECOND_PERSON_ABOVE: text }).bulkSecondPersonCents;
    expect(above("12,500.00")).toBe(1_250_000);
    for (const text of ["12500,00", "12500.000", "-5", "1e4"])
      expect(sentencesOf(() => above(text))[0]).toMatch(/^BULK_SECOND_PERSON_ABOVE must be an amount/);
  });

  it("name the roles that need a second step", () => {
    expect(parseStartSettings({ MFA_ROLES: " admin, manager," }).mfaRoles).toEqual(["manager", "admin"]);
    expect(sentencesOf(() => parseStartSettings({ MFA_ROLES: "manager, boss" }))[0]).toMatch(
      /^MFA_ROLES must be roles such as manager, admin, out of clerk, /,
    );
  });

  it("take an OpenID provider as a whole, over https but on this machine", () => {
    expect(parseStartSettings({}).oidc).toBeUndefined();
    const oidc = {
      OIDC_ISSUER: "https://id.example/shop",
      OIDC_CLIENT_ID: "console",
      OIDC_CLIENT_SECRET: secret,
    };
    expect(parseStartSettings({ ...oidc, OIDC_MFA: "1" }).oidc).toEqual({
      issuer: new URL("https://id.example/shop"),
      clientId: "console",
      clientSecret: secret,
      label: "single sign-on",
      asksSecondStep: true,
    });
    expect(parseStartSettings({ ...oidc, OIDC_ISSUER: "http://localhost:8080" }).oidc?.asksSecondStep).toBe(
      false,
    );
    expect(sentencesOf(() => parseStartSettings({ ...oidc, OIDC_ISSUER: "http://id.example" }))).toEqual([
      "OIDC_ISSUER must be the provider's issuer as an address that begins with https:// (http:// on this machine) and holds no password.",
    ]);
    expect(sentencesOf(() => parseStartSettings({ OIDC_ISSUER: "https://id.example" }))).toEqual([
      "OIDC_CLIENT_ID is missing: set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together, or none of them.",
      "OIDC_CLIENT_SECRET is missing: set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together, or none of them.",
    ]);
  });

  it("limit what a role may move, with a sentence for each mistake", () => {
    const MONEY_LIMITS = "clerk refund 100.00/300.00, manager refund 1000.00";
    expect(parseStartSettings({ MONEY_LIMITS }).moneyLimits).toEqual({
      clerk: { refund: { transactionCents: 10_000, dayCents: 30_000 } },
      manager: { refund: { transactionCents: 100_000 } },
    });
    expect(
      sentencesOf(() => parseStartSettings({ MONEY_LIMITS: "clerc refund 1, clerk refund ten" })),
    ).toEqual([
      expect.stringMatching(/^MONEY_LIMITS: "clerc" is not a role/),
      expect.stringMatching(/^MONEY_LIMITS: "ten" must be an amount/),
    ]);
  });

  it("name the cash drawers, each once, and the amount that a manager approves", () => {
    const given = { CASH_DRAWERS: " Counter, Back office,", DRAWER_TOLERANCE: "0", DRAWER_REQUIRED: "1" };
    expect(parseStartSettings(given)).toMatchObject({
      cashDrawers: ["Counter", "Back office"],
      drawerToleranceCents: 0,
      drawerRequired: true,
      workstationLockMinutes: 15,
    });
    for (const names of [",", "Counter, Counter", "x".repeat(41), "4000100011112224"])
      expect(sentencesOf(() => parseStartSettings({ CASH_DRAWERS: names }))[0]).toMatch(
        /^CASH_DRAWERS must be/,
      );
    expect(sentencesOf(() => parseStartSettings({ DRAWER_TOLERANCE: "-1" }))[0]).toMatch(
      /^DRAWER_TOLERANCE must/,
    );
    expect(sentencesOf(() => parseStartSettings({ DRAWER_REQUIRED: "yes" }))[0]).toMatch(
      /^DRAWER_REQUIRED must/,
    );
  });

  it("read each secret from a file too, without the line break at its end", () => {
    const folder = mkdtempSync(join(tmpdir(), "console-settings-"));
    const path = join(folder, "data-key");
    writeFileSync(path, `${secret}-in-a-file\n`);
    const { CONSOLE_DATA_KEY: _, ...others } = gateway;
    expect(parseConsoleSettings({ ...others, CONSOLE_DATA_KEY_FILE: path }).dataKey).toBe(
      `${secret}-in-a-file`,
    );
    // Beside the store it would be in every backup of it.
    expect(
      sentencesOf(() => parseConsoleSettings({ ...others, CONSOLE_DATA_KEY_FILE: path, DATA_DIR: folder })),
    ).toEqual(["CONSOLE_DATA_KEY_FILE must be outside DATA_DIR: a backup of the store would hold its key."]);
    // The address of the store holds its password, and the starter hands it on as a file.
    writeFileSync(path, "postgres://console:secret@store/console\n");
    expect(parseConsoleSettings({ ...gateway, DATABASE_URL_FILE: path }).databaseUrl).toBe(
      "postgres://console:secret@store/console",
    );
    expect(noSecretFiles).not.toHaveProperty("DATABASE_URL_FILE");
    rmSync(folder, { recursive: true });
  });

  it("stop a console that has no gateway or no secret", () => {
    expect(sentencesOf(() => parseConsoleSettings({}))[0]).toMatch(/^GATEWAY_URL is missing/);
  });
});

function sentencesOf(parse: () => unknown): string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
  return [];
}
