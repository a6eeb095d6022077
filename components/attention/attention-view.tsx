"use client";

import { ZoneNote } from "#components/ui/zone-note.tsx";
import "#components/form/zod-without-eval.ts";
import { PageContent } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { FootNote } from "#components/ui/foot-note.tsx";
import type { Role } from "#lib/permissions.ts";
import { OpenPanel } from "./open-panel.tsx";
import { SettledPanel } from "./settled-panel.tsx";

/** The queue of payments whose outcome is not known, and what became of those of the last days. `now` is epoch ms. */
export function AttentionView({ role, timeZone, now }: { role: Role; timeZone: string; now: number }) {
  return (
    <>
      <ConsoleHeader title="Attention" />
      <PageContent>
        <OpenPanel role={role} timeZone={timeZone} />
        <SettledPanel timeZone={timeZone} now={now} />
        <FootNote>
          <span>From this console's own journal; looking here costs no request of the shared limit</span>
          <ZoneNote timeZone={timeZone} />
        </FootNote>
      </PageContent>
    </>
  );
}
