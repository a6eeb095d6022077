import { setMerchantLocale } from "#lib/format/locale.ts";
import { merchantSettingNames } from "#lib/settings/merchant-settings.ts";
import { DAY_MS, readMoment } from "#lib/time.ts";
import { type MerchantFields, toMerchantFields } from "./merchant-settings/merchant-fields.ts";
import { currentOverrides } from "./merchant-settings/overrides.ts";
import { keyFileSentences, withSecretFiles } from "./secret-files.ts";
import { Settings, type SettingValues } from "./settings.ts";

/**
 * The console's settings: the environment's, read once, with what the page Settings changed since. Throws SettingsError when one is
 * wrong or missing. In the sandbox's own demo the starter has put the gateway's settings into the environment, so a gateway is always
 * there.
 */
export function env(): ConsoleSettings {
  memo ??= parseConsoleSettings(process.env);
  const overrides = currentOverrides();
  if (merged?.overrides !== overrides) {
    const values = { ...readMerchantValues(process.env), ...overrides };
    merged = { overrides, settings: { ...memo, ...toMerchantFields(values, memo.sandbox) } };
    setMerchantLocale(merged.settings.merchantLocale);
  }
  return merged.settings;
}

/** The texts of the merchant's settings in the environment; undefined where it gives none. */
export function givenMerchantTexts(raw: RawSettings): Partial<Record<string, string>> {
  const given = withoutBlanks(raw);
  return Object.fromEntries(
    merchantSettingNames.filter((name) => given[name]).map((name) => [name, given[name]]),
  );
}

const readMerchantValues = (raw: RawSettings): SettingValues => Settings.parse(givenMerchantTexts(raw));

/** What the settings were given as, by name: a secret from a file as its text. Without those that belong to one process. */
export function givenSettings(raw: RawSettings): Record<string, string> {
  const { given } = withSecretFiles(withoutBlanks(raw));
  const names = Object.keys(Settings.shape).filter(
    (name) => !["PORT", "DATA_DIR", "CONSOLE_ACCOUNT", "CONSOLE_MAIN_ORIGIN"].includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, given[name] ?? ""]));
}

/** The data keys alone, also for programs that run without a gateway. Throws a `SettingsError` without any. */
export function keySettings(): KeySettings {
  if (memo) return memo;
  // Asked for with each secret that such a program reads or writes.
  const from = JSON.stringify(process.env);
  if (keys?.from !== from) keys = { from, settings: parseKeySettings(process.env) };
  return keys.settings;
}

type KeySettings = Pick<ConsoleSettings, "dataKey" | "oldDataKey">;
let keys: { from: string; settings: KeySettings } | undefined;

function parseKeySettings(raw: RawSettings): KeySettings {
  const { dataKey, oldDataKey } = parseStartSettings(raw);
  if (!dataKey) throw new SettingsError([NO_DATA_KEY]);
  return { dataKey, oldDataKey };
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
  /** The key before a rotation, accepted until a moment (epoch ms). */
  oldWebhookKey: { key: string; until: number } | undefined;
};

/** The provider that users may sign in at. */
export type OidcSettings = {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** What the sign-in page calls it. */
  label: string;
  /** Whether it asks every user for a second step. */
  asksSecondStep: boolean;
};

export type StartSettings = MerchantFields & {
  port: number;
  /** The address it listens at; undefined: all of the machine's. */
  host: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** SQLite in `dataDir` when undefined. */
  databaseUrl: string | undefined;
  /** The further gateway account that this process is for; undefined: the main one. */
  account: string | undefined;
  /** Undefined: the sandbox gateway is to be started. */
  gateway: GatewaySettings | undefined;
  /** IANA name of the zone the gateway's times are in. */
  gatewayTimeZone: string;
  /** How long a money command may take before its answer counts as lost. */
  gatewayTimeoutMs: number;
  /** How long a payment may be queued for the shared limit before it is given up, unsent. */
  gatewayQueueMs: number;
  authSecret: string | undefined;
  /** Another secret whose cookies are accepted too, while it is changed. */
  oldAuthSecret: string | undefined;
  /** What a monitor has to send for the metrics; undefined: there are none. */
  metricsToken: string | undefined;
  /** Keys the digests in the store, which never holds it. */
  dataKey: string | undefined;
  /** The data key before this one: digests under it still match. */
  oldDataKey: string | undefined;
  /** How long after its settlement a payment's card fingerprint and request digest are kept. */
  digestsKeptMs: number;
  /** How long the customers of payments are named; undefined: always. */
  customersKeptMs: number | undefined;
  /** Scheme, host and port the console is reached at: the only Origin that may write. */
  consoleOrigin: string;
  /** The origin of the main account. Differs from `consoleOrigin` where `account` is set. */
  mainOrigin: string;
  /** Where the head of the audit log is sent; undefined: nowhere. */
  auditHeadUrl: URL | undefined;
  /** The collector that traces are sent to. */
  tracesUrl: URL | undefined;
  /** The wall-clock time at which a day of the books begins: "00:00". */
  businessDayStart: string;
  /** How many days back the batches of the past are read; 0 reads none. */
  historyDays: number;
  /** Where invitations are mailed by, and from; undefined: they are not. The address may hold a password. */
  mail: { url: string; from: string } | undefined;
  /** Undefined: users sign in at the console alone. */
  oidc: OidcSettings | undefined;
  /** An account that nobody uses for so long is disabled; 0: none is. */
  inactiveDays: number;
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
    ...(given.SMTP_URL && !given.SMTP_FROM ? [NO_SENDER] : []),
    ...keyFileSentences(given),
    ...oldWebhookKeySentences(given),
    ...oidcSentences(given),
  ];
  if (!parsed.success || sentences.length > 0) throw new SettingsError(sentences);
  const settings = parsed.data;
  const consoleOrigin = settings.CONSOLE_ORIGIN ?? `http://localhost:${settings.PORT}`;
  const sandbox = settings.CONSOLE_SANDBOX || !settings.GATEWAY_URL;
  return {
    port: settings.PORT,
    // The demo's passwords are printed where it runs.
    host: settings.CONSOLE_HOST ?? (settings.GATEWAY_URL ? undefined : "127.0.0.1"),
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    account: settings.CONSOLE_ACCOUNT,
    gateway: toGateway(settings),
    gatewayTimeZone: settings.GATEWAY_TIME_ZONE,
    gatewayTimeoutMs: settings.GATEWAY_TIMEOUT_MS,
    gatewayQueueMs: settings.GATEWAY_QUEUE_MS,
    authSecret: settings.AUTH_SECRET,
    oldAuthSecret: settings.AUTH_SECRET_OLD,
    auditHeadUrl: settings.AUDIT_HEAD_URL,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    mail:
      settings.SMTP_URL && settings.SMTP_FROM
        ? { url: settings.SMTP_URL, from: settings.SMTP_FROM }
        : undefined,
    metricsToken: settings.METRICS_TOKEN,
    dataKey: settings.CONSOLE_DATA_KEY,
    oldDataKey: settings.CONSOLE_DATA_KEY_OLD,
    digestsKeptMs: settings.CONSOLE_DIGEST_HOURS * 3_600_000,
    customersKeptMs: settings.CUSTOMER_DATA_DAYS === 0 ? undefined : settings.CUSTOMER_DATA_DAYS * DAY_MS,
    consoleOrigin,
    mainOrigin: settings.CONSOLE_MAIN_ORIGIN ?? consoleOrigin,
    businessDayStart: settings.BUSINESS_DAY_START,
    historyDays: settings.HISTORY_DAYS,
    oidc: toOidc(settings),
    inactiveDays: settings.INACTIVE_DAYS,
    sandbox,
    ...toMerchantFields(settings, sandbox),
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
let merged: { overrides: unknown; settings: ConsoleSettings } | undefined;

const NO_GATEWAY =
  "GATEWAY_URL is missing: start the console with npm start, which runs the sandbox gateway without it.";
const NO_SECRET =
  "AUTH_SECRET is missing: set it to a random text of at least 32 characters, such as the output of openssl rand -base64 32.";
const NO_DATA_KEY =
  "CONSOLE_DATA_KEY is missing: set it, or CONSOLE_DATA_KEY_FILE, to a random text of at least 32 characters, such as the output of openssl rand -base64 32, and keep it out of backups of the store.";

const NO_SENDER = "SMTP_FROM is missing: SMTP_URL needs the address that its mails come from.";

/** What a gateway needs beside its address; asked for even when another setting is wrong, so that one start reports all. */
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

function toGateway(settings: SettingValues): GatewaySettings | undefined {
  const { GATEWAY_URL: urls, GATEWAY_API_KEY: apiKey, GATEWAY_API_PIN: apiPin } = settings;
  if (!urls || !apiKey || !apiPin) return undefined;
  const { GATEWAY_WEBHOOK_KEY: webhookKey, GATEWAY_WEBHOOK_KEY_OLD: key } = settings;
  const until = readMoment(settings.GATEWAY_TIME_ZONE, `${settings.GATEWAY_WEBHOOK_KEY_OLD_UNTIL} 00:00:00`);
  return { urls, apiKey, apiPin, webhookKey, oldWebhookKey: key && until ? { key, until } : undefined };
}

function toOidc(settings: SettingValues): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return { issuer, clientId, clientSecret, label: settings.OIDC_LABEL, asksSecondStep: settings.OIDC_MFA };
}

function oidcSentences(given: Record<string, string>): string[] {
  const names = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
  const missing = names.filter((name) => !given[name]);
  return missing.length === 0 || missing.length === names.length
    ? []
    : missing.map((name) => `${name} is missing: set ${names.join(", ")} together, or none of them.`);
}

function oldWebhookKeySentences(given: Record<string, string>): string[] {
  const {
    GATEWAY_WEBHOOK_KEY: key,
    GATEWAY_WEBHOOK_KEY_OLD: old,
    GATEWAY_WEBHOOK_KEY_OLD_UNTIL: until,
  } = given;
  return [
    ...(old && !until
      ? ["GATEWAY_WEBHOOK_KEY_OLD_UNTIL is missing: say from which day on the old key counts no more."]
      : []),
    ...(old && (!key || old === key)
      ? ["GATEWAY_WEBHOOK_KEY must be set, and be another than GATEWAY_WEBHOOK_KEY_OLD."]
      : []),
  ];
}

/** A setting left empty counts as not set. */
function withoutBlanks(raw: RawSettings): Record<string, string> {
  const given = Object.entries(raw).map(([name, value]) => [name, value?.trim() ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}
