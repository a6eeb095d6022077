import { PageContent } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";

/** While the gateway is asked for what runs. */
export default function BulkLoading() {
  return (
    <>
      <ConsoleHeader title="Bulk" />
      <PageContent>
        <Panel className="px-4 py-10 text-center">
          <Spinner>Reading from the gateway</Spinner>
        </Panel>
      </PageContent>
    </>
  );
}
