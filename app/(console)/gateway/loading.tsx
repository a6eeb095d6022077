import { PageContent } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";

/** While the console's own store is read. */
export default function GatewayLoading() {
  return (
    <>
      <ConsoleHeader title="Gateway" />
      <PageContent>
        <Panel className="px-4 py-10 text-center">
          <Spinner>Reading who used the gateway</Spinner>
        </Panel>
      </PageContent>
    </>
  );
}
