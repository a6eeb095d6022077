import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
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
      <ConsoleHeader
        title={t("Not read yet")}
        trail={[{ href: paths.transactions(), label: t("Transactions") }]}
      />
      <PageContent>
        <Panel>
          <div role="status">
            <EmptyState
              icon="warning"
              title={t("This payment can't be shown right now")}
              action={
                <Button variant="primary" loading={reading} onClick={onRetry}>
                  {t("Try again")}
                </Button>
              }
            >
              {tx("{title}Opening a payment doesn't change it. The console tries again every 15 seconds.", {
                title: <span className="block">{translate(message)}</span>,
              })}
            </EmptyState>
          </div>
        </Panel>
      </PageContent>
    </>
  );
}
