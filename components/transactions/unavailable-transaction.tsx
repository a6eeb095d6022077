import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { paths } from "#lib/paths.ts";

/** A transaction that may exist but could not be read. It is retried automatically. */
export function UnavailableTransaction({
  message,
  reading,
  onRetry,
}: {
  message: string;
  reading: boolean;
  onRetry: () => void;
}) {
  return (
    <>
      <ConsoleHeader title="Not read yet" trail={[{ href: paths.transactions(), label: "Transactions" }]} />
      <PageContent>
        <Panel>
          <div role="status">
            <EmptyState
              icon="warning"
              title="This payment cannot be shown just now"
              action={
                <Button variant="primary" loading={reading} onClick={onRetry}>
                  Try again
                </Button>
              }
            >
              <span className="block">{message}</span>
              Looking moves no money, and the payment is as it was. The console asks again every 15 seconds.
            </EmptyState>
          </div>
        </Panel>
      </PageContent>
    </>
  );
}
