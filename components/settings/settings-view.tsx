"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { countOf } from "#lib/format/counts.ts";
import { keysOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";
import { settingsQuery } from "#lib/queries/settings.ts";
import { settingSections } from "#lib/settings/merchant-settings.ts";
import { AccountsPanel } from "./accounts-panel.tsx";
import { EnvironmentPanel } from "./environment-panel.tsx";
import { GatewayPanel } from "./gateway-panel.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { useSettingsForm } from "./use-settings-form.ts";
import { WorkstationsPanel } from "./workstations-panel.tsx";

const SaveDialog = dialogOnDemand(() => import("./save-dialog.tsx").then((module) => module.SaveDialog));

/** What the merchant decides: each setting with where it comes from, saved together after the admin's password. */
export function SettingsView({ drawer }: { drawer: string | undefined }) {
  const form = useSettingsForm();
  usePreload(SaveDialog);
  const { page = { settings: [], fixed: [], workstations: [] }, error, changes, dialog } = form;
  const gateway = page.fixed.find(({ variable }) => variable === "GATEWAY_URL");
  return (
    <>
      <ConsoleHeader title={t("Settings")} />
      <PageContent>
        {error && <StaleNote message={error.message} />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[180px_minmax(0,1fr)]">
          <SectionNav />
          <div className="grid min-w-0 gap-4 sm:gap-6">
            {sections.map((section) => (
              <SectionPanel key={section} section={section} page={page} form={form} />
            ))}
            <GatewayPanel hosts={gateway?.value ?? ""} />
            {page.accounts && <AccountsPanel accounts={page.accounts} />}
            <WorkstationsPanel workstations={page.workstations} drawer={drawer} />
            <EnvironmentPanel fixed={page.fixed.filter(({ section }) => section === undefined)} />
            <FootNote>
              <span>{t("Every change is in the audit log and asks for your password.")}</span>
              <ZoneNote />
            </FootNote>
            {changes.length > 0 && (
              <SaveBar
                count={changes.length}
                wrong={form.wrong}
                overtaken={form.overtaken}
                onDiscard={form.discard}
                onSave={form.ask}
              />
            )}
          </div>
        </div>
      </PageContent>
      {dialog && (
        <SaveDialog changes={changes} views={page.settings} saving={dialog} onClose={form.closeDialog} />
      )}
    </>
  );
}

const sections = keysOf(settingSections);

/** Where the parts of the page are; on narrow screens one scrolls. */
function SectionNav() {
  const hasAccounts = useQuery(settingsQuery()).data?.accounts !== undefined;
  const places = [
    ...sections.map((section) => [section, settingSections[section]] as const),
    ["gateway", t("Gateway")],
    ...(hasAccounts ? [["accounts", t("Accounts")] as const] : []),
    ["workstations", t("Workstations")],
    ["server", t("Set on the server")],
  ] as const;
  const shown = useShownPart(places.map(([id]) => id));
  return (
    <nav aria-label={t("Parts of the settings")} className="sticky top-6 grid gap-0.5 max-lg:hidden">
      {places.map(([id, label]) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === shown ? "location" : undefined}
          className="rounded-md px-2.5 py-1.5 text-ink no-underline hover:bg-hover aria-[current]:bg-hover aria-[current]:font-semibold"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** The part whose beginning was scrolled past last; at the end of the page the last one. */
function useShownPart(ids: readonly string[]): string | undefined {
  const [shown, setShown] = useState<string>();
  const find = useEffectEvent(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    const isPast = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1000) <= 120;
    setShown(isAtEnd ? ids.at(-1) : (ids.findLast(isPast) ?? ids[0]));
  });
  useEffect(() => {
    const onScroll = () => find();
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  return shown;
}

/** Stays in sight while something isn't saved. */
function SaveBar({
  count,
  wrong,
  overtaken,
  onDiscard,
  onSave,
}: {
  count: number;
  wrong: number;
  overtaken: number;
  onDiscard: () => void;
  onSave: () => void;
}) {
  return (
    <section
      aria-label={t("Unsaved changes")}
      className="sticky bottom-4 z-5 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-surface p-3 shadow-menu"
    >
      <span role="status" className="flex min-w-0 flex-1 items-center gap-2">
        <Icon
          name={wrong > 0 ? "declined" : "warning"}
          className={wrong > 0 ? "text-declined" : "text-warning"}
        />
        {wrong > 0
          ? t("Correct {settings} first", { settings: countOf(wrong, "setting") })
          : overtaken > 0
            ? t("Resolve the conflicts first: {settings} changed by someone else", {
                settings: countOf(overtaken, "setting"),
              })
            : countOf(count, "unsaved change")}
      </span>
      <Button variant="quiet" onClick={onDiscard}>
        {t("Discard")}
      </Button>
      <Button variant="primary" onClick={onSave}>
        {t("Save")}
      </Button>
    </section>
  );
}
