import { PageContent } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { paths } from "#lib/paths.ts";

/** While the gateway is asked for the transaction. */
export default function TransactionLoading() {
  return (
    <>
      <ConsoleHeader title="Transaction" trail={[{ href: paths.transactions(), label: "Transactions" }]} />
      <PageContent>
        <Panel className="px-4 py-10 text-center">
          <Spinner>Reading from the gateway</Spinner>
        </Panel>
      </PageContent>
    </>
  );
}
