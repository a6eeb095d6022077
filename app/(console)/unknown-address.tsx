import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { answerNotFound } from "#server/http/request-id.ts";

/**
 * An unknown URL inside the console, as an ordinary page with status 404. A not-found.tsx would be rendered by the browser alone,
 * which then runs no script of the page: neither the one with the texts of its language, nor the one that keeps early keys.
 */
export function UnknownAddress() {
  answerNotFound();
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
