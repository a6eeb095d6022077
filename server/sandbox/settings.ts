import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { toTimeZone } from "#lib/time.ts";
import { webhookUrl } from "./webhooks/webhook-url.ts";

/** The sandbox gateway's settings. `SettingsError` carries one readable sentence for each that is wrong. */
export type SandboxSettings = {
  host: string;
  port: number;
  apiKey: string;
  apiPin: string;
  /** SQLite in `dataDir` when undefined. */
  databaseUrl: string | undefined;
  /** Absolute folder of the store and of the key that encrypts card numbers. */
  dataDir: string;
  /** 32 bytes that encrypt card numbers, instead of the key file. */
  cardKey: Buffer | undefined;
  /** null: no limit. */
  rateLimit: RateLimitSetting | null;
  /** IANA name. */
  timeZone: string;
  batchHours: number;
  control: boolean;
  webhookUrl: string | undefined;
  webhookKey: string | undefined;
  /** Receipts also go out by this server; may hold a password. */
  smtpUrl: string | undefined;
  /** Address receipts come from. */
  smtpFrom: string;
  merchantName: string;
  /** Lines under the name on a receipt. */
  merchantAddress: string[];
  log: boolean;
  /** Checks each reply against the contract and answers 500 instead of one that does not match; for tests. */
  strictReplies: boolean;
};

export type RateLimitSetting = { minute: number; day: number };

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the settings from an environment; an empty one counts as absent. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SandboxSettings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  // Parsed once, so compiling the schema would not pay off.
  const parsed = settingsShape.safeParse(given, { jitless: true });
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"),
    );
  const read = parsed.data;
  return {
    host: read.SANDBOX_HOST,
    port: read.SANDBOX_PORT,
    apiKey: read.SANDBOX_API_KEY,
    apiPin: read.SANDBOX_API_PIN,
    databaseUrl: read.SANDBOX_DATABASE_URL,
    dataDir: read.DATA_DIR,
    cardKey: read.SANDBOX_CARD_KEY,
    rateLimit: read.SANDBOX_RATE_LIMIT,
    timeZone: read.SANDBOX_TIME_ZONE,
    batchHours: read.SANDBOX_BATCH_HOURS,
    control: read.SANDBOX_CONTROL,
    webhookUrl: read.SANDBOX_WEBHOOK_URL,
    webhookKey: read.SANDBOX_WEBHOOK_KEY,
    smtpUrl: read.SANDBOX_SMTP_URL,
    smtpFrom: read.SANDBOX_SMTP_FROM,
    merchantName: read.SANDBOX_MERCHANT_NAME,
    merchantAddress: read.SANDBOX_MERCHANT_ADDRESS,
    log: read.SANDBOX_LOG,
    strictReplies: read.SANDBOX_STRICT_REPLIES,
  };
}

/** What `--help` prints: every setting, its default and what it does. */
export const settingsHelp: readonly (readonly [name: string, fallback: string, meaning: string])[] = [
  ["SANDBOX_PORT", "4010", "port to listen on; 0 takes a free one"],
  ["SANDBOX_HOST", "127.0.0.1", "address to listen on"],
  ["SANDBOX_API_KEY", "a demo key", "the API key callers sign with"],
  ["SANDBOX_API_PIN", "a demo PIN", "the PIN of that key"],
  ["SANDBOX_DATABASE_URL", "SQLite", "postgres://… to keep the store in PostgreSQL"],
  ["DATA_DIR", "./data", "folder of the SQLite store and of the card key"],
  ["SANDBOX_CARD_KEY", "a key file", "64 hex digits that seal card numbers"],
  ["SANDBOX_RATE_LIMIT", "45/min,5000/day", "requests allowed, or off"],
  ["SANDBOX_TIME_ZONE", "America/Los_Angeles", "the merchant's time zone"],
  ["SANDBOX_BATCH_HOURS", "12", "hours after which an open batch closes"],
  ["SANDBOX_CONTROL", "on", "the control plane under /_sandbox, on or off"],
  ["SANDBOX_WEBHOOK_URL", "none", "where events are sent"],
  ["SANDBOX_WEBHOOK_KEY", "none", "signs the events; needed with SANDBOX_WEBHOOK_URL"],
  ["SANDBOX_SMTP_URL", "none", "mail server that receipts go out by"],
  ["SANDBOX_SMTP_FROM", "receipts@sandbox.test", "address they come from"],
  ["SANDBOX_MERCHANT_NAME", "Alder Street Flowers", "name on receipts"],
  ["SANDBOX_MERCHANT_ADDRESS", "an address", "lines under it, separated by |"],
  ["SANDBOX_LOG", "on", "request logs on stderr, on or off"],
  [
    "SANDBOX_STRICT_REPLIES",
    "off",
    "on: each reply is checked; 500 instead of one that is not what the contract says",
  ],
];

/** The demo credentials: public, for the sandbox only. */
export const demoKey = { key: "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7", pin: "123456" } as const;

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((word) => word === "on");

const rateLimit = z.string().transform((text, context): RateLimitSetting | null => {
  if (text === "off") return null;
  const match = /^(\d{1,9})\/min,\s*(\d{1,9})\/day$/.exec(text);
  if (match) return { minute: Number(match[1]), day: Number(match[2]) };
  context.addIssue({ code: "custom", message: 'must be written like "45/min,5000/day", or off' });
  return z.NEVER;
});

const timeZone = z.string().refine((name) => {
  try {
    return Boolean(toTimeZone(name));
  } catch {
    return false;
  }
}, "must be a time zone such as America/Los_Angeles");

const smtpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}, "must be an address such as smtp://user:password@mail.example:587, or smtps://");

const settingsShape = z
  .object({
    SANDBOX_PORT: z
      .string()
      .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
      .transform(Number)
      .pipe(z.number().max(65535, "must be a port number from 0 to 65535"))
      .default(4010),
    SANDBOX_HOST: z.string().default("127.0.0.1"),
    SANDBOX_API_KEY: z
      .string()
      .regex(/^[^:\s]+$/, "must not hold a colon or a space")
      .default(demoKey.key),
    SANDBOX_API_PIN: z.string().default(demoKey.pin),
    SANDBOX_DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
      .optional(),
    DATA_DIR: z
      .string()
      .default("./data")
      .transform((path) => (isAbsolute(path) ? path : resolve(path))),
    SANDBOX_CARD_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
      .transform((hex) => Buffer.from(hex, "hex"))
      .optional(),
    SANDBOX_RATE_LIMIT: rateLimit.default({ minute: 45, day: 5000 }),
    SANDBOX_TIME_ZONE: timeZone.default("America/Los_Angeles"),
    SANDBOX_BATCH_HOURS: z.coerce
      .number({ error: "must be a number of hours" })
      .positive("must be more than 0")
      .max(8760, "must be at most 8760")
      .default(12),
    SANDBOX_CONTROL: onOff.default(true),
    SANDBOX_WEBHOOK_URL: webhookUrl.optional(),
    SANDBOX_WEBHOOK_KEY: z.string().optional(),
    SANDBOX_SMTP_URL: smtpUrl.optional(),
    SANDBOX_SMTP_FROM: z.email("must be an email address").default("receipts@sandbox.test"),
    SANDBOX_MERCHANT_NAME: z.string().default("Alder Street Flowers"),
    SANDBOX_MERCHANT_ADDRESS: z
      .string()
      .default("212 Alder Street, Portland OR 97204|503 555 0148")
      .transform((text) => text.split("|").map((line) => line.trim())),
    SANDBOX_LOG: onOff.default(true),
    SANDBOX_STRICT_REPLIES: onOff.default(false),
  })
  .superRefine(({ SANDBOX_WEBHOOK_URL: url, SANDBOX_WEBHOOK_KEY: key }, context) => {
    if (url === undefined || key !== undefined) return;
    const message = "must be set with SANDBOX_WEBHOOK_URL: it signs what is sent there";
    context.addIssue({ code: "custom", path: ["SANDBOX_WEBHOOK_KEY"], message });
  });
