import type { AccountColor } from "#lib/accounts/account.ts";

/** The color of an account, beside its name. */
export function AccountDot({ color }: { color: AccountColor }) {
  return <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${dots[color]}`} />;
}

const dots: Record<AccountColor, string> = {
  accent: "bg-accent",
  approved: "bg-approved",
  warning: "bg-warning",
  unknown: "bg-unknown",
  declined: "bg-declined",
};
