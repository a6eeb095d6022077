"use client";

import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { t } from "#lib/language/t.ts";

/** The error page. Payments are safe: everything sent is already recorded. */
export default function ConsoleError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <>
      <ConsoleHeader title={t("Something went wrong")} />
      <PageContent>
        <section className="rounded-lg border border-line bg-surface">
          <EmptyState
            icon="warning"
            title={t("This page could not be shown")}
            action={
              <Button variant="primary" onClick={retry}>
                {t("Try again")}
              </Button>
            }
          >
            {t(
              "Opening a page moves no money. If you were taking a payment, look for it under Transactions before you charge again.",
            )}
            {error.digest &&
              t(" If this happens again, report the number {digest}.", { digest: error.digest })}
          </EmptyState>
        </section>
      </PageContent>
    </>
  );
}
