import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { readCustomFields } from "#lib/charge/custom-fields.ts";
import { readJournalAccounts } from "#lib/exports/journal/accounts.ts";
import { pointFormat, typedCents } from "#lib/format/amount-text.ts";
import { defaultLocale, toLocale } from "#lib/format/locale.ts";
import { toTimeZone } from "#lib/time.ts";

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
    return toTimeZone(text);
  } catch {
    return wrong(
      context,
      `GATEWAY_TIME_ZONE must be the name of a time zone, such as America/Los_Angeles, not "${text}".`,
    );
  }
});

const DayStart = z
  .string()
  .regex(
    /^([01]\d|2[0-3]):[0-5]\d$/,
    'BUSINESS_DAY_START must be a time from 00:00 to 23:59, such as "04:00".',
  );

const Locale = z
  .string()
  .transform(
    (text, context) =>
      toLocale(text) ??
      wrong(context, `MERCHANT_LOCALE must be a language tag such as en-US or de-DE, not "${text}".`),
  );

const JournalAccounts = z
  .string()
  .transform(
    (text, context) =>
      readJournalAccounts(text) ??
      wrong(
        context,
        `JOURNAL_ACCOUNTS must be pairs such as "sales=Flower Sales, cash=Cash on Hand"${shown(text)}.`,
      ),
  );

const CustomFields = z
  .string()
  .transform(
    (text, context) =>
      readCustomFields(text) ??
      wrong(
        context,
        `CUSTOM_FIELD_NAMES must be pairs of a number from 1 to 20 and a name, such as "1=Delivery window, 2=Florist"${shown(text)}.`,
      ),
  );

const amount = (name: string, example: string) =>
  z.string().transform((text, context) => {
    const cents = typedCents(text, pointFormat);
    if (cents !== null) return cents;
    return wrong(context, `${name} must be an amount such as ${example}, not "${text}".`);
  });

const flag = (name: string) =>
  z
    .enum(["0", "1"], `${name} must be 0 or 1.`)
    .default("0")
    .transform((text) => text === "1");

const Drawers = z.string().transform((text, context) => {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isValid =
    names.length > 0 &&
    names.length <= 50 &&
    new Set(names).size === names.length &&
    names.every((name) => name.length <= 40 && !holdsCardNumber(name));
  return isValid
    ? names
    : wrong(
        context,
        "CASH_DRAWERS must be names, each once, such as Counter, Back office, of 40 characters at most.",
      );
});

const secret = (name: string) =>
  z.string().min(32, `${name} is too short: it must be at least 32 characters.`).optional();

/** Every setting of the console: its values, its default, and the sentence that refuses a wrong value. */
export const Settings = z.object({
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
  MERCHANT_LOCALE: Locale.default(defaultLocale),
  HISTORY_DAYS: wholeNumber("HISTORY_DAYS", "days", 0, 3660).default(730),
  BUSINESS_DAY_START: DayStart.default("00:00"),
  JOURNAL_ACCOUNTS: JournalAccounts.default({}),
  BULK_SECOND_PERSON_ABOVE: amount("BULK_SECOND_PERSON_ABOVE", "10000.00").default(1_000_000),
  CUSTOM_FIELD_NAMES: CustomFields.default({}),
  CASH_DRAWERS: Drawers.default(["Drawer 1"]),
  DRAWER_TOLERANCE: amount("DRAWER_TOLERANCE", "5.00").default(500),
  DRAWER_PAYOUT_LIMIT: amount("DRAWER_PAYOUT_LIMIT", "100.00").default(10_000),
  DRAWER_REQUIRED: flag("DRAWER_REQUIRED"),
  DESK_LOCK_MINUTES: wholeNumber("DESK_LOCK_MINUTES", "minutes", 0, 60).default(15),
  CONSOLE_SANDBOX: flag("CONSOLE_SANDBOX"),
});

export type SettingValues = z.output<typeof Settings>;

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
