import type { CustomFields } from "#lib/charge/fields/custom-fields.ts";
import type { JournalAccounts } from "#lib/exports/journal/accounts.ts";
import type { MoneyLimits } from "#lib/payments/money-limits.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import type { MerchantSettingName } from "#lib/settings/merchant-settings.ts";
import type { SettingValues } from "#server/settings.ts";

/** What the merchant's settings mean to the code. */
export type MerchantFields = {
  merchantName: string;
  /** BCP 47 tag: how dates, times, numbers and money are written. */
  merchantLocale: string;
  /** Names of accounts in daily summaries; the usual ones for the others. */
  journalAccounts: Partial<JournalAccounts>;
  /** The names of the custom fields in use, by number. */
  customFields: CustomFields;
  tipPercents: readonly number[];
  /** Bulk files that move more than this, in cents, are approved by a second person. */
  bulkSecondPersonCents: number;
  /** The cash drawers of the store. */
  cashDrawers: readonly string[];
  /** A drawer that is over or short by more than this, in cents, is closed with a manager's approval. */
  drawerToleranceCents: number;
  /** What clerks may pay out in one shift without a manager's approval, in cents. */
  drawerPayoutLimitCents: number;
  /** Whether cash is refused while no shift is open at the drawer. */
  drawerRequired: boolean;
  /** Refunds and open credits above this, in cents, wait to be stopped; undefined: none does. */
  refundDelayAboveCents: number | undefined;
  /** How long they wait. */
  refundDelayMs: number;
  /** What each role may move without approval. */
  moneyLimits: MoneyLimits;
  /** How long a request for approval waits, and how long an approved one may be sent. */
  approvalMs: number;
  /** 0: a workstation never locks. */
  workstationLockMinutes: number;
  /** Sensitive acts ask for a password that was given longer ago; 0: they never do. */
  passwordAgainMinutes: number;
  /** Users of these roles set up a second step of their sign-in before anything else. */
  mfaRoles: readonly BuiltInRole[];
};

export function toMerchantFields(
  values: Pick<SettingValues, MerchantSettingName>,
  sandbox: boolean,
): MerchantFields {
  return {
    merchantName: values.MERCHANT_NAME ?? (sandbox ? "Alder Street Flowers" : "Merchant"),
    merchantLocale: values.MERCHANT_LOCALE,
    journalAccounts: values.JOURNAL_ACCOUNTS,
    customFields: values.CUSTOM_FIELD_NAMES,
    tipPercents: values.TIP_PERCENTAGES,
    bulkSecondPersonCents: values.BULK_SECOND_PERSON_ABOVE,
    cashDrawers: values.CASH_DRAWERS,
    drawerToleranceCents: values.DRAWER_TOLERANCE,
    drawerPayoutLimitCents: values.DRAWER_PAYOUT_LIMIT,
    drawerRequired: values.DRAWER_REQUIRED,
    refundDelayAboveCents: values.RECALL_ABOVE,
    refundDelayMs: values.RECALL_SECONDS * 1000,
    moneyLimits: values.MONEY_LIMITS,
    approvalMs: values.APPROVAL_SECONDS * 1000,
    workstationLockMinutes: values.WORKSTATION_LOCK_MINUTES,
    passwordAgainMinutes: values.PASSWORD_AGAIN_MINUTES,
    mfaRoles: values.MFA_ROLES,
  };
}
