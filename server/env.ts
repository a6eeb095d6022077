import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { typedCents } from "#lib/format/amount-text.ts";
import { keyFileSentences, withSecretFiles } from "./secret-files.ts";

/**
 * The console's settings, read once. Throws SettingsError when one is wrong or missing.
 * In the sandbox's own demo the starter has put the gateway's settings into the environment, so a gateway is always there.
 */
export function env(): ConsoleSettings {
  memo ??= parseConsoleSettings(process.env);
  return memo;
}

/** What is wrong with the settings: one readable sentence each, none of which repeats a secret. */
export class SettingsError extends Error {
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences.join("\n"));
    this.name = "SettingsError";
    this.sentences = sentences;
  }
}

type GatewaySettings = {
  /** Base addresses without a trailing slash in their path, in order of preference. */
  urls: [URL, ...URL[]];
  apiKey: string;
  apiPin: string;
  webhookKey: string | undefined;
};

export type StartSettings = {
  port: number;
  /** Absolute. */
  dataDir: string;
  /** SQLite in `dataDir` when undefined. */
  databaseUrl: string | undefined;
  /** Undefined: the sandbox gateway is to be started. */
  gateway: GatewaySettings | undefined;
  /** IANA name of the zone the gateway's times are in. */
  gatewayTimeZone: string;
  /** How long a money command may take before its answer counts as lost. */
  gatewayTimeoutMs: number;
  /** How long a payment may be queued for the shared limit before it is given up, unsent. */
  gatewayQueueMs: number;
  authSecret: string | undefined;
  /** Keys the digests in the store, which never holds it. */
  dataKey: string | undefined;
  /** The data key before this one: digests under it still match. */
  oldDataKey: string | undefined;
  /** How long after its settlement a payment's card fingerprint and request digest are kept. */
  digestsKeptMs: number;
  /** Scheme, host and port the console is reached at: the only Origin that may write. */
  consoleOrigin: string;
  merchantName: string;
  /** Bulk files that move more than this, in cents, are released by a second person. */
  bulkSecondPersonCents: number;
  /** True when the gateway behind the console is our own sandbox: for the badge, nothing else. */
  sandbox: boolean;
};

export type ConsoleSettings = StartSettings & {
  gateway: GatewaySettings;
  authSecret: string;
  dataKey: string;
};

type RawSettings = Readonly<Record<string, string | undefined>>;

/** For the starter: the gateway may be absent, which asks for the sandbox. */
export function parseStartSettings(raw: RawSettings): StartSettings {
  const { given, sentences: fileSentences } = withSecretFiles(withoutBlanks(raw));
  const parsed = Settings.safeParse(given);
  const sentences = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)),
    ...fileSentences,
    ...missingSentences(given),
    ...keyFileSentences(given),
  ];
  if (!parsed.success || sentences.length > 0) throw new SettingsError(sentences);
  const settings = parsed.data;
  const sandbox = settings.CONSOLE_SANDBOX || !settings.GATEWAY_URL;
  return {
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    gateway: toGateway(settings),
    gatewayTimeZone: settings.GATEWAY_TIME_ZONE,
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
    gatewayQueueMs: settings.GATEWAY_QUEUE_MS,
    authSecret: settings.AUTH_SECRET,
    dataKey: settings.CONSOLE_DATA_KEY,
    oldDataKey: settings.CONSOLE_DATA_KEY_OLD,
    digestsKeptMs: settings.CONSOLE_DIGEST_HOURS * 3_600_000,
    consoleOrigin: settings.CONSOLE_ORIGIN ?? `http://localhost:${settings.PORT}`,
    merchantName: settings.MERCHANT_NAME ?? (sandbox ? "Alder Street Flowers" : "Merchant"),
    bulkSecondPersonCents: settings.BULK_SECOND_PERSON_ABOVE,
    sandbox,
  };
}

/** For the running console: the gateway, the secret of the sign-in cookies and the data key are required. */
export function parseConsoleSettings(raw: RawSettings): ConsoleSettings {
  const { gateway, authSecret, dataKey, ...settings } = parseStartSettings(raw);
  if (!gateway) throw new SettingsError([NO_GATEWAY]);
  if (!authSecret) throw new SettingsError([NO_SECRET]);
  if (!dataKey) throw new SettingsError([NO_DATA_KEY]);
  return { ...settings, gateway, authSecret, dataKey };
}

let memo: ConsoleSettings | undefined;

const NO_GATEWAY =
  "GATEWAY_URL is missing: start the console with npm start, which runs the sandbox gateway without it.";
const NO_SECRET =
  "AUTH_SECRET is missing: set it to a random text of at least 32 characters, such as the output of openssl rand -base64 32.";
const NO_DATA_KEY =
  "CONSOLE_DATA_KEY is missing: set it, or CONSOLE_DATA_KEY_FILE, to a random text of at least 32 characters, such as the output of openssl rand -base64 32, and keep it out of backups of the store.";

const Port = z.string().transform((text, context) => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65535) return port;
  return wrong(context, `PORT must be a whole number from 1 to 65535, not "${text}".`);
});

const wholeNumber = (name: string, unit: string, least: number, most: number) =>
  z.string().transform((text, context) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    return wrong(
      context,
      `${name} must be a whole number of ${unit} from ${least} to ${most}, not "${text}".`,
    );
  });

const GatewayUrls = z.string().transform((text, context): [URL, ...URL[]] => {
  const [first, ...others] = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const url = toHttpUrl(part);
      if (!url) return wrong(context, notAnAddress("GATEWAY_URL", part));
      return isProtected(url) ? url : wrong(context, needsHttps("GATEWAY_URL", url));
    });
  return first ? [first, ...others] : wrong(context, notAnAddress("GATEWAY_URL", text));
});

const Origin = z.string().transform((text, context) => {
  const url = toHttpUrl(text);
  if (url && url.pathname === "/" && url.search === "" && url.hash === "")
    return isProtected(url) ? url.origin : wrong(context, needsHttps("CONSOLE_ORIGIN", url));
  return wrong(
    context,
    `CONSOLE_ORIGIN must be a scheme and a host without a path, such as https://console.example.com${shown(text)}.`,
  );
});

const TimeZone = z.string().transform((text, context) => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return wrong(
      context,
      `GATEWAY_TIME_ZONE must be the name of a time zone, such as America/Los_Angeles, not "${text}".`,
    );
  }
});

const Amount = z.string().transform((text, context) => {
  const cents = typedCents(text);
  if (cents !== null) return cents;
  return wrong(context, `BULK_SECOND_PERSON_ABOVE must be an amount such as 10000.00, not "${text}".`);
});

const secret = (name: string) =>
  z.string().min(32, `${name} is too short: it must be at least 32 characters.`).optional();

const Settings = z.object({
  PORT: Port.default(3000),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((path) => (isAbsolute(path) ? path : resolve(path))),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_URL must begin with postgres:// or postgresql://.")
    .optional(),
  GATEWAY_URL: GatewayUrls.optional(),
  GATEWAY_API_KEY: z.string().optional(),
  GATEWAY_API_PIN: z.string().optional(),
  GATEWAY_WEBHOOK_KEY: z.string().optional(),
  GATEWAY_TIME_ZONE: TimeZone.default("America/Los_Angeles"),
  GATEWAY_TIMEOUT_MS: wholeNumber("GATEWAY_TIMEOUT_MS", "milliseconds", 1000, 600_000).default(60_000),
  GATEWAY_QUEUE_MS: wholeNumber("GATEWAY_QUEUE_MS", "milliseconds", 0, 600_000).default(180_000),
  AUTH_SECRET: secret("AUTH_SECRET"),
  CONSOLE_DATA_KEY: secret("CONSOLE_DATA_KEY"),
  CONSOLE_DATA_KEY_OLD: secret("CONSOLE_DATA_KEY_OLD"),
  CONSOLE_DIGEST_HOURS: wholeNumber("CONSOLE_DIGEST_HOURS", "hours", 1, 8760).default(24),
  CONSOLE_ORIGIN: Origin.optional(),
  MERCHANT_NAME: z.string().optional(),
  BULK_SECOND_PERSON_ABOVE: Amount.default(1_000_000),
  CONSOLE_SANDBOX: z
    .enum(["0", "1"], "CONSOLE_SANDBOX must be 0 or 1.")
    .default("0")
    .transform((flag) => flag === "1"),
});

/** What a gateway needs beside its address; asked for even when another setting is wrong, so that one start tells all. */
function missingSentences(given: Record<string, string>): string[] {
  if (!given.GATEWAY_URL) return [];
  return [
    ...(given.GATEWAY_API_KEY
      ? []
      : ["GATEWAY_API_KEY is missing: GATEWAY_URL needs the key of an API user."]),
    ...(given.GATEWAY_API_PIN
      ? []
      : ["GATEWAY_API_PIN is missing: GATEWAY_URL needs the PIN of its API key."]),
    ...(given.AUTH_SECRET ? [] : [NO_SECRET]),
    ...(given.CONSOLE_DATA_KEY ? [] : [NO_DATA_KEY]),
  ];
}

function toGateway(settings: z.output<typeof Settings>): GatewaySettings | undefined {
  const { GATEWAY_URL: urls, GATEWAY_API_KEY: apiKey, GATEWAY_API_PIN: apiPin } = settings;
  if (!urls || !apiKey || !apiPin) return undefined;
  return { urls, apiKey, apiPin, webhookKey: settings.GATEWAY_WEBHOOK_KEY };
}

function toHttpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Card numbers and cookies travel to this address: in clear only within this machine. */
function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A setting left empty counts as not set. */
function withoutBlanks(raw: RawSettings): Record<string, string> {
  const given = Object.entries(raw).map(([name, value]) => [name, value?.trim() ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

function wrong(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

const notAnAddress = (name: string, text: string) =>
  `${name} must be an address that begins with http:// or https:// and holds no password${shown(text)}.`;

const needsHttps = (name: string, url: URL) =>
  `${name} must begin with https:// unless it is on this machine: cards would travel to ${url.host} unencrypted.`;

/** An address may hold a password before its @. */
const shown = (text: string) => (text.includes("@") ? "" : `, not "${text}"`);
