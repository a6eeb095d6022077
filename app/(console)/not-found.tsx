import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** An unknown URL inside the console. */
export default function ConsoleNotFound() {
  return (
    <>
      <ConsoleHeader title={t("Page not found")} />
      <PageContent>
        <Panel>
          <EmptyState
            icon="search"
            title={t("There is nothing at this address")}
            action={<LinkButton href={paths.transactions()}>{t("Go to Transactions")}</LinkButton>}
          >
            {t(
              "Check the address, or find the payment by its key or reference number at the top of the page.",
            )}
          </EmptyState>
        </Panel>
      </PageContent>
    </>
  );
}
