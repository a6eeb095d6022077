"use client";

import { useReady } from "#components/ui/until-ready.tsx";
import { t } from "#lib/language/t.ts";
import { AccountDot } from "./account-dot.tsx";
import { useMerchant } from "./merchant.tsx";
import { switchAddress } from "./switch-address.ts";

/** The account of this console by name and color, and the others that its user may use. */
export function AccountSwitcher() {
  const { accounts = [] } = useMerchant();
  const ready = useReady();
  const here = accounts.find(({ isHere }) => isHere);
  if (!here || accounts.length < 2) return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <AccountDot color={here.color} />
      <select
        aria-label={t("Account")}
        value={here.id}
        // A choice that is made earlier would do nothing.
        disabled={!ready}
        onChange={(event) => {
          const account = accounts.find(({ id }) => id === event.target.value);
          if (account) location.assign(switchAddress(account));
        }}
        className="min-w-0 max-w-40 truncate max-sm:max-w-24 rounded-md bg-transparent py-1 text-13 font-semibold hover:bg-hover"
      >
        {accounts.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === "" ? t("Main account") : name}
          </option>
        ))}
      </select>
    </span>
  );
}
