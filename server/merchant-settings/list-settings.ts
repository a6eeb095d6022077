import type { Kysely } from "kysely";
import { toFields, toText } from "#lib/settings/fields.ts";
import {
  type MerchantSettingName,
  merchantSettingNames,
  merchantSettings,
} from "#lib/settings/merchant-settings.ts";
import type { FixedSetting, SettingView } from "#lib/settings/settings-page.ts";
import type { Database } from "#server/db/database.ts";
import type { MerchantSettingsTable } from "#server/db/tables/merchant-settings.ts";
import { env, givenMerchantTexts } from "#server/env.ts";

/** Every setting that the page changes, as it counts now, with where it comes from. */
export async function listSettings(store: Kysely<Database>): Promise<SettingView[]> {
  const rows = await store.selectFrom("merchant_settings").selectAll().execute();
  return merchantSettingNames.map((name) =>
    toView(
      name,
      rows.find((row) => row.name === name),
    ),
  );
}

/** A setting as it counts, from its row in the store. */
export function toView(name: MerchantSettingName, row: MerchantSettingsTable | undefined): SettingView {
  const given = givenMerchantTexts(process.env)[name];
  const fallback = normal(name, given ?? builtInText(name));
  const isHere = row !== undefined && row.value !== null;
  return {
    name,
    text: isHere ? normal(name, row.value ?? "") : fallback,
    from: isHere ? "page" : given === undefined ? "builtIn" : "environment",
    fallback,
    version: row?.version ?? 0,
    changed: row && { by: row.changed_by, at: row.changed_at },
  };
}

/** As the page writes it: "100" and "100.00" are no change. */
const normal = (name: MerchantSettingName, text: string) => toText(name, toFields(name, text));

const builtInText = (name: MerchantSettingName) =>
  name === "MERCHANT_NAME"
    ? env().sandbox
      ? "Alder Street Flowers"
      : "Merchant"
    : merchantSettings[name].builtIn;

/** What the environment alone decides, with the reason. */
export function listFixed(): FixedSetting[] {
  const settings = env();
  const fixedByDaysText = "Payments and signed days were counted by it: set it before the first payment.";
  const atStart = "Read at the start of the console.";
  return [
    {
      variable: "GATEWAY_TIME_ZONE",
      label: "Time zone",
      value: settings.gatewayTimeZone,
      why: "Moments of the gateway are in it. Payments and signed days were counted by it: set it before the first payment.",
      section: "store",
    },
    {
      variable: "BUSINESS_DAY_START",
      label: "Business day begins",
      value: settings.businessDayStart,
      why: fixedByDaysText,
      section: "store",
    },
    {
      variable: "GATEWAY_URL",
      label: "Gateway",
      value: settings.gateway.urls.map(({ host }) => host).join(", "),
      why: atStart,
    },
    {
      variable: "GATEWAY_API_KEY, GATEWAY_API_PIN",
      label: "API key and PIN",
      value: "Set, never shown",
      why: "Kept outside the database.",
    },
    {
      variable: "GATEWAY_TIMEOUT_MS",
      label: "Answer awaited for",
      value: `${settings.gatewayTimeoutMs / 1000} seconds`,
      why: atStart,
    },
    {
      variable: "GATEWAY_QUEUE_MS",
      label: "Longest queue",
      value: `${settings.gatewayQueueMs / 1000} seconds`,
      why: atStart,
    },
    {
      variable: "CONSOLE_DIGEST_HOURS",
      label: "Card fingerprints kept",
      value: `${settings.digestsKeptMs / 3_600_000} hours`,
      why: atStart,
    },
    { variable: "HISTORY_DAYS", label: "History read", value: `${settings.historyDays} days`, why: atStart },
    { variable: "CONSOLE_ORIGIN", label: "Console's address", value: settings.consoleOrigin, why: atStart },
  ];
}
