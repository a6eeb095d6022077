import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { UntilReady } from "#components/ui/until-ready.tsx";
import { type SettingSection, settingOf, settingSections } from "#lib/settings/merchant-settings.ts";
import type { SettingsPage } from "#lib/settings/settings-page.ts";
import { FixedRow } from "./environment-panel.tsx";
import { SettingControl } from "./setting-control.tsx";
import { SettingRow } from "./setting-row.tsx";
import { changeOf, shownFields } from "./use-drafts.ts";
import type { useSettingsForm } from "./use-settings-form.ts";

/** The settings of one part of the page. */
export function SectionPanel({
  section,
  page: { settings, fixed },
  form: { drafts, put, problemsOf, reasons },
}: {
  section: SettingSection;
  page: SettingsPage;
  form: Pick<ReturnType<typeof useSettingsForm>, "drafts" | "put" | "problemsOf" | "reasons">;
}) {
  const title = settingSections[section];
  return (
    <Panel roomy id={section} aria-label={title} className="scroll-mt-20">
      <PanelHead title={title} />
      <UntilReady>
        {settings
          .filter(({ name }) => settingOf(name).section === section)
          .map((view) => {
            const draft = drafts[view.name];
            return (
              <SettingRow
                key={view.name}
                view={view}
                draft={draft}
                isChanged={changeOf(view, draft) !== undefined}
                reason={reasons[view.name]}
                wide={settingOf(view.name).kind === "limits"}
                onDraft={(next) => put(view.name, next)}
              >
                <SettingControl
                  name={view.name}
                  fields={shownFields(view, draft)}
                  problems={problemsOf(view)}
                  onChange={(fields) => put(view.name, { fields, version: draft?.version ?? view.version })}
                />
              </SettingRow>
            );
          })}
      </UntilReady>
      {fixed
        .filter((one) => one.section === section)
        .map((one) => (
          <FixedRow key={one.variable} fixed={one} />
        ))}
    </Panel>
  );
}
