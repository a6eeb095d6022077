import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { readTipPercents } from "#lib/charge/amount/tips.ts";
import { readCustomFields } from "#lib/charge/fields/custom-field-settings.ts";
import { readJournalAccounts } from "#lib/exports/journal/accounts.ts";
import { pointFormat, typedCents } from "#lib/format/amount-text.ts";
import { toLocale } from "#lib/format/locale.ts";
import { readMoneyLimits } from "#lib/payments/money-limits.ts";
import { roles } from "#lib/permissions.ts";
import { merchantSettings } from "#lib/settings/merchant-settings.ts";
import { longestDrawerName, maxDrawers, readDrawers, readRoles } from "#lib/settings/read-lists.ts";
import { isDay, toTimeZone } from "#lib/time.ts";
import {
  AuditHeadUrl,
  GatewayUrls,
  Issuer,
  Origin,
  SmtpUrl,
  shown,
  TracesUrl,
  wrong,
} from "./address-settings.ts";

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

/** Customers may return and dispute a payment for half a year, and events are kept for 90 days. */
const leastCustomerDays = 180;

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
        `CUSTOM_FIELD_NAMES must be pairs of a number from 1 to 20 and a name, such as "1=Florist, 2=Deliver on:date, 3=Size:S|M|L"${shown(text)}.`,
      ),
  );

const TipPercents = z
  .string()
  .transform(
    (text, context) =>
      readTipPercents(text) ??
      wrong(
        context,
        `TIP_PERCENTAGES must be up to six whole percentages such as "15, 18, 20"${shown(text)}.`,
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

/** Roles by name, for a setting that names some. */
const Roles = z
  .string()
  .transform(
    (text, context) =>
      readRoles(text) ??
      wrong(context, `MFA_ROLES must be roles such as manager, admin, out of ${roles.join(", ")}.`),
  );

const Drawers = z
  .string()
  .transform(
    (text, context) =>
      readDrawers(text) ??
      wrong(
        context,
        `CASH_DRAWERS must be 1 to ${maxDrawers} names, each once, such as Counter, Back office, of ${longestDrawerName} characters at most.`,
      ),
  );

const MoneyLimits = z.string().transform((text, context) => {
  const { limits, mistakes } = readMoneyLimits(text);
  for (const mistake of mistakes) wrong(context, `MONEY_LIMITS: ${mistake}`);
  return limits;
});

const secret = (name: string) =>
  z.string().min(32, `${name} is too short: it must be at least 32 characters.`).optional();

/** A whole number whose unit and range the page Settings knows too. */
function merchantNumber(
  name: "RECALL_SECONDS" | "APPROVAL_SECONDS" | "WORKSTATION_LOCK_MINUTES" | "PASSWORD_AGAIN_MINUTES",
) {
  const { range, builtIn } = merchantSettings[name];
  return wholeNumber(name, range.unit, range.least, range.most).prefault(builtIn);
}

/** Every setting of the console: its values, its default, and the sentence that refuses a wrong value. */
export const Settings = z.object({
  PORT: Port.default(3000),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((path) => (isAbsolute(path) ? path : resolve(path))),
  CONSOLE_ACCOUNT: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "CONSOLE_ACCOUNT must be the id of a gateway account, such as shop-2.")
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_URL must begin with postgres:// or postgresql://.")
    .optional(),
  GATEWAY_URL: GatewayUrls.optional(),
  GATEWAY_API_KEY: z.string().optional(),
  GATEWAY_API_PIN: z.string().optional(),
  GATEWAY_WEBHOOK_KEY: z.string().optional(),
  GATEWAY_WEBHOOK_KEY_OLD: z.string().optional(),
  GATEWAY_WEBHOOK_KEY_OLD_UNTIL: z
    .string()
    .refine(isDay, 'GATEWAY_WEBHOOK_KEY_OLD_UNTIL must be a day, such as "2026-12-01".')
    .optional(),
  GATEWAY_TIME_ZONE: TimeZone.default("America/Los_Angeles"),
  GATEWAY_TIMEOUT_MS: wholeNumber("GATEWAY_TIMEOUT_MS", "milliseconds", 1000, 600_000).default(60_000),
  GATEWAY_QUEUE_MS: wholeNumber("GATEWAY_QUEUE_MS", "milliseconds", 0, 600_000).default(180_000),
  AUTH_SECRET: secret("AUTH_SECRET"),
  AUTH_SECRET_OLD: secret("AUTH_SECRET_OLD"),
  METRICS_TOKEN: secret("METRICS_TOKEN"),
  CONSOLE_DATA_KEY: secret("CONSOLE_DATA_KEY"),
  CONSOLE_DATA_KEY_OLD: secret("CONSOLE_DATA_KEY_OLD"),
  CONSOLE_DIGEST_HOURS: wholeNumber("CONSOLE_DIGEST_HOURS", "hours", 1, 8760).default(24),
  CUSTOMER_DATA_DAYS: z
    .string()
    .transform((text, context) => {
      const days = /^\d{1,4}$/.test(text) ? Number(text) : -1;
      if (days === 0 || (days >= leastCustomerDays && days <= 3660)) return days;
      return wrong(
        context,
        `CUSTOMER_DATA_DAYS must be 0, which deletes nothing, or a whole number of days from ${leastCustomerDays} to 3660, not "${text}".`,
      );
    })
    .default(730),
  CONSOLE_HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0,
      "CONSOLE_HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.",
    )
    .optional(),
  CONSOLE_ORIGIN: Origin.optional(),
  CONSOLE_MAIN_ORIGIN: z.string().optional(),
  AUDIT_HEAD_URL: AuditHeadUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: TracesUrl.optional(),
  SMTP_URL: SmtpUrl.optional(),
  SMTP_FROM: z.email("SMTP_FROM must be an email address.").optional(),
  MERCHANT_NAME: z.string().optional(),
  MERCHANT_LOCALE: Locale.prefault(merchantSettings.MERCHANT_LOCALE.builtIn),
  HISTORY_DAYS: wholeNumber("HISTORY_DAYS", "days", 0, 3660).default(730),
  BUSINESS_DAY_START: DayStart.default("00:00"),
  JOURNAL_ACCOUNTS: JournalAccounts.prefault(merchantSettings.JOURNAL_ACCOUNTS.builtIn),
  BULK_SECOND_PERSON_ABOVE: amount("BULK_SECOND_PERSON_ABOVE", "10000.00").prefault(
    merchantSettings.BULK_SECOND_PERSON_ABOVE.builtIn,
  ),
  CUSTOM_FIELD_NAMES: CustomFields.prefault(merchantSettings.CUSTOM_FIELD_NAMES.builtIn),
  TIP_PERCENTAGES: TipPercents.prefault(merchantSettings.TIP_PERCENTAGES.builtIn),
  CASH_DRAWERS: Drawers.prefault(merchantSettings.CASH_DRAWERS.builtIn),
  DRAWER_TOLERANCE: amount("DRAWER_TOLERANCE", "5.00").prefault(merchantSettings.DRAWER_TOLERANCE.builtIn),
  DRAWER_PAYOUT_LIMIT: amount("DRAWER_PAYOUT_LIMIT", "100.00").prefault(
    merchantSettings.DRAWER_PAYOUT_LIMIT.builtIn,
  ),
  DRAWER_REQUIRED: flag("DRAWER_REQUIRED"),
  RECALL_ABOVE: amount("RECALL_ABOVE", "500.00").optional(),
  RECALL_SECONDS: merchantNumber("RECALL_SECONDS"),
  MONEY_LIMITS: MoneyLimits.prefault(merchantSettings.MONEY_LIMITS.builtIn),
  APPROVAL_SECONDS: merchantNumber("APPROVAL_SECONDS"),
  WORKSTATION_LOCK_MINUTES: merchantNumber("WORKSTATION_LOCK_MINUTES"),
  PASSWORD_AGAIN_MINUTES: merchantNumber("PASSWORD_AGAIN_MINUTES"),
  MFA_ROLES: Roles.prefault(merchantSettings.MFA_ROLES.builtIn),
  OIDC_ISSUER: Issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().max(40, "OIDC_LABEL must be at most 40 characters.").default("single sign-on"),
  OIDC_MFA: flag("OIDC_MFA"),
  INACTIVE_DAYS: wholeNumber("INACTIVE_DAYS", "days", 0, 3660).default(90),
  CONSOLE_SANDBOX: flag("CONSOLE_SANDBOX"),
});

export type SettingValues = z.output<typeof Settings>;
