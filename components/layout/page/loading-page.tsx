import type { ComponentProps } from "react";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import { ConsoleHeader } from "./console-header.tsx";
import { PageContent } from "./page-content.tsx";

/** A page with its header while its data is loading. */
export function LoadingPage({
  reading = t("Reading from the gateway"),
  ...header
}: Pick<ComponentProps<typeof ConsoleHeader>, "title" | "trail"> & { reading?: string }) {
  return (
    <>
      <ConsoleHeader {...header} />
      <PageContent>
        <Panel className="px-4 py-10 text-center">
          <Spinner>{reading}</Spinner>
        </Panel>
      </PageContent>
    </>
  );
}
