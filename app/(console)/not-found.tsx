import { ConsoleHeader } from "#components/layout/console-header.tsx";
import { LinkButton } from "#components/layout/link-button.tsx";
import { PageContent } from "#components/layout/page-content.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { paths } from "#lib/paths.ts";

/** An unknown URL inside the console. */
export default function ConsoleNotFound() {
  return (
    <>
      <ConsoleHeader title="Page not found" />
      <PageContent>
        <Panel>
          <EmptyState
            icon="search"
            title="There is nothing at this address"
            action={<LinkButton href={paths.transactions()}>Go to Transactions</LinkButton>}
          >
            Check the address, or find the payment by its key or reference number at the top of the page.
          </EmptyState>
        </Panel>
      </PageContent>
    </>
  );
}
