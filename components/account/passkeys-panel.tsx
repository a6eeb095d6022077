"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { formatDay } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import type { NewPasskey, Passkey } from "#lib/session/passkey.ts";
import { momentIn } from "#lib/time.ts";

const AddPasskeyDialog = dialogOnDemand(() =>
  import("./add-passkey-dialog.tsx").then((module) => module.AddPasskeyDialog),
);
const RenameDialog = dialogOnDemand(() =>
  import("./passkey-dialogs.tsx").then((module) => module.RenameDialog),
);
const RemoveDialog = dialogOnDemand(() =>
  import("./passkey-dialogs.tsx").then((module) => module.RemoveDialog),
);

type Asked = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey };

/** The user's passkeys: what they are called, when they were used, and what can be done with them. */
export function PasskeysPanel({
  account,
  passkeys,
  newPasskey,
}: {
  account: string;
  passkeys: readonly Passkey[];
  newPasskey: NewPasskey | undefined;
}) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Panel>
      <PanelHead title={t("Passkeys")} />
      <PanelSection>
        <p className="text-muted">
          {t("Sign in with your fingerprint, face or device PIN instead of a password and a code.")}
        </p>
        {passkeys.length > 0 && (
          <ul className="mt-3 grid rounded-md border border-line" aria-label={t("Your passkeys")}>
            {passkeys.map((passkey) => (
              <li
                key={passkey.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 not-last:border-b not-last:border-line"
              >
                <Icon name="key" className="text-faint" />
                <PasskeyText passkey={passkey} />
                <span className="flex gap-2">
                  <Button
                    size="s"
                    aria-label={t("Rename {name}", { name: passkey.name })}
                    onClick={() => setAsked({ what: "rename", passkey })}
                  >
                    {t("Rename")}
                  </Button>
                  <Button
                    size="s"
                    aria-label={t("Remove {name}", { name: passkey.name })}
                    onClick={() => setAsked({ what: "remove", passkey })}
                  >
                    {t("Remove")}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {newPasskey && (
          <div className="mt-4">
            <Button icon="key" onClick={() => setAsked({ what: "add" })}>
              {t("Add a passkey")}
            </Button>
          </div>
        )}
      </PanelSection>
      {asked?.what === "add" && newPasskey && (
        <AddPasskeyDialog account={account} newPasskey={newPasskey} onClose={close} />
      )}
      {asked?.what === "rename" && <RenameDialog passkey={asked.passkey} onClose={close} />}
      {asked?.what === "remove" && <RemoveDialog passkey={asked.passkey} onClose={close} />}
    </Panel>
  );
}

function PasskeyText({ passkey: { name, createdAt, usedAt } }: { passkey: Passkey }) {
  const { timeZone } = useMerchant();
  const day = (at: number) => formatDay(momentIn(timeZone, at));
  return (
    <span className="min-w-40 flex-1 text-13 leading-5">
      <span className="block font-semibold wrap-anywhere">{name}</span>
      <span className="block text-muted">
        {t("Added {day}. {use}", {
          day: day(createdAt),
          use: usedAt === null ? t("Not used yet") : t("Last used {day}", { day: day(usedAt) }),
        })}
      </span>
    </span>
  );
}
