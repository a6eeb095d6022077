import type { GatewayAccount } from "../accounts/account.ts";
import type { WorkstationSpeed } from "../speed.ts";
import type { MerchantSettingName, SettingSection } from "./merchant-settings.ts";

/** A setting as it counts now. */
export type SettingView = {
  name: MerchantSettingName;
  /** In the environment's notation. */
  text: string;
  /** Where it comes from. */
  from: "builtIn" | "environment" | "page";
  /** What it would be without the page's value. */
  fallback: string;
  /** 0 before its first change here. */
  version: number;
  /** The last change here, also one back to the default. */
  changed: { by: string; at: number } | undefined;
};

/** A setting that only the environment gives. Secrets are never among them, but that they are set. */
export type FixedSetting = {
  variable: string;
  label: string;
  value: string;
  why: string;
  /** The part of the page where a person would look for it. */
  section?: SettingSection;
};

export type SettingsPage = {
  settings: readonly SettingView[];
  fixed: readonly FixedSetting[];
  workstations: readonly WorkstationSpeed[];
  /** Those beside the main account; undefined in one of them, where they are not managed. */
  accounts?: readonly GatewayAccount[] | undefined;
};

/** A change of one setting; null: back to the default. `version` is the one that was seen. */
export type SettingChange = { name: MerchantSettingName; value: string | null; version: number };
