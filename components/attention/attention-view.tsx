"use client";

import { ZoneNote } from "#components/ui/zone-note.tsx";
import "#components/form/zod-without-eval.ts";
import { ConsoleHeader } from "#components/layout/console-header.tsx";
import { PageContent } from "#components/layout/page-content.tsx";
import { FootNote } from "#components/ui/foot-note.tsx";
import type { Role } from "#lib/permissions.ts";
import { NoticePanel } from "./notice-panel.tsx";
import { OpenPanel } from "./open-panel.tsx";
import { SettledPanel } from "./settled-panel.tsx";

/** What needs a person: notices, payments whose outcome is unknown, and what became of those of the last days. `now` is epoch ms. */
export function AttentionView({ role, timeZone, now }: { role: Role; timeZone: string; now: number }) {
  return (
    <>
      <ConsoleHeader title="Attention" />
      <PageContent>
        <NoticePanel role={role} timeZone={timeZone} now={now} />
        <OpenPanel role={role} timeZone={timeZone} />
        <SettledPanel timeZone={timeZone} now={now} />
        <FootNote>
          <ZoneNote timeZone={timeZone} />
        </FootNote>
      </PageContent>
    </>
  );
}
