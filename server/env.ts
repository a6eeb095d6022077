import type { JournalAccounts } from "#lib/exports/journal/accounts.ts";
import { setMerchantLocale } from "#lib/format/locale.ts";
import { keyFileSentences, withSecretFiles } from "./secret-files.ts";
import { Settings, type SettingValues } from "./settings.ts";

/**
 * The console's settings, read once. Throws SettingsError when one is wrong or missing.
 * In the sandbox's own demo the starter has put the gateway's settings into the environment, so a gateway is always there.
 */
export function env(): ConsoleSettings {
  if (!memo) {
    memo = parseConsoleSettings(process.env);
    setMerchantLocale(memo.merchantLocale);
  }
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
  /** BCP 47 tag: how dates, times, numbers and money are written. */
  merchantLocale: string;
  /** The wall-clock time at which a day of the books begins: "00:00". */
  businessDayStart: string;
  /** How many days back the batches of the past are read; 0 reads none. */
  historyDays: number;
  /** Names of accounts in daily summaries; the usual ones for the others. */
  journalAccounts: Partial<JournalAccounts>;
  /** The names of the custom fields in use, by number. */
  customFields: Readonly<Record<string, string>>;
  /** Bulk files that move more than this, in cents, are released by a second person. */
  bulkSecondPersonCents: number;
  /** The cash drawers of the store. */
  cashDrawers: readonly string[];
  /** A drawer that is over or short by more than this, in cents, is closed with a manager's approval. */
  drawerToleranceCents: number;
  /** What clerks may pay out in one shift without a manager's approval, in cents. */
  drawerPayoutLimitCents: number;
  /** Whether cash is refused while no shift is open at the drawer. */
  drawerRequired: boolean;
  /** 0: a desk never locks by itself. */
  deskLockMinutes: number;
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
    merchantLocale: settings.MERCHANT_LOCALE,
    businessDayStart: settings.BUSINESS_DAY_START,
    journalAccounts: settings.JOURNAL_ACCOUNTS,
    customFields: settings.CUSTOM_FIELD_NAMES,
    historyDays: settings.HISTORY_DAYS,
    bulkSecondPersonCents: settings.BULK_SECOND_PERSON_ABOVE,
    cashDrawers: settings.CASH_DRAWERS,
    drawerToleranceCents: settings.DRAWER_TOLERANCE,
    drawerPayoutLimitCents: settings.DRAWER_PAYOUT_LIMIT,
    drawerRequired: settings.DRAWER_REQUIRED,
    deskLockMinutes: settings.DESK_LOCK_MINUTES,
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
  return { urls, apiKey, apiPin, webhookKey: settings.GATEWAY_WEBHOOK_KEY };
}

/** A setting left empty counts as not set. */
function withoutBlanks(raw: RawSettings): Record<string, string> {
  const given = Object.entries(raw).map(([name, value]) => [name, value?.trim() ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}
