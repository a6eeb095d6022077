import { useRouter } from "next/navigation";
import { useState } from "react";
import { AccountDot } from "#components/layout/account-dot.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { GatewayAccount } from "#lib/accounts/account.ts";
import { t } from "#lib/language/t.ts";

const AccountDialog = dialogOnDemand(() =>
  import("./account-dialog.tsx").then((module) => module.AccountDialog),
);
const RemoveAccountDialog = dialogOnDemand(() =>
  import("./remove-account-dialog.tsx").then((module) => module.RemoveAccountDialog),
);

type Open = { kind: "edit"; account?: GatewayAccount } | { kind: "remove"; account: GatewayAccount };

/** The gateway accounts beside the one of the environment. */
export function AccountsPanel({ accounts }: { accounts: readonly GatewayAccount[] }) {
  const [open, setOpen] = useState<Open>();
  const router = useRouter();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    // The switcher in the frame has the accounts as well.
    router.refresh();
  };
  return (
    <Panel roomy id="accounts" aria-label={t("Accounts")} className="scroll-mt-20">
      <PanelHead title={t("Accounts")}>
        <Button size="s" onClick={() => setOpen({ kind: "edit" })}>
          {t("Add account")}
        </Button>
      </PanelHead>
      <PanelSection className="grid gap-3">
        <p className="text-13 text-faint">
          {t(
            "Each additional gateway account has its own database and its own console. Users sign in once and have a role in each account.",
          )}
        </p>
        {accounts.map((account) => (
          <div key={account.id} className="flex flex-wrap items-center gap-3">
            <AccountDot color={account.color} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{account.name}</span>
              <span className="block text-13 wrap-anywhere text-faint">
                {account.isRemoved
                  ? t("Removed. Its database is kept: {database}", { database: account.store })
                  : t("{urls}, port {port}. Database: {database}", {
                      urls: account.urls,
                      port: account.port,
                      database: account.store,
                    })}
              </span>
            </span>
            {!account.isRemoved && !account.isAnswering && (
              <StatusLabel tone="warning" icon="warning" chip>
                {t("Not answering")}
              </StatusLabel>
            )}
            {!account.isRemoved && (
              <>
                <Button
                  size="s"
                  aria-label={t("Change {name}", { name: account.name })}
                  onClick={() => setOpen({ kind: "edit", account })}
                >
                  {t("Change")}
                </Button>
                <Button
                  size="s"
                  aria-label={t("Remove {name}", { name: account.name })}
                  onClick={() => setOpen({ kind: "remove", account })}
                >
                  {t("Remove")}
                </Button>
              </>
            )}
          </div>
        ))}
      </PanelSection>
      {open?.kind === "edit" && <AccountDialog account={open.account} onDone={done} onClose={close} />}
      {open?.kind === "remove" && (
        <RemoveAccountDialog account={open.account} onDone={done} onClose={close} />
      )}
    </Panel>
  );
}
