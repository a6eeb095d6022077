"use client";

import { useQuery } from "@tanstack/react-query";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import { gatewayReportQuery } from "#lib/queries/gateway.ts";
import { ErrorsPanel } from "./errors-panel.tsx";
import { HostsPanel } from "./hosts-panel.tsx";
import { LimitPanel } from "./limit-panel.tsx";
import { SpeedPanel } from "./speed-panel.tsx";
import { UsePanel } from "./use-panel.tsx";

/** The Gateway page, polled every ten seconds from the console's store. */
export function RateLimitView() {
  const { data: report, error, refetch, isFetching } = useQuery(gatewayReportQuery());
  if (!report)
    return (
      <Panel>
        {error ? (
          <EmptyState
            icon="warning"
            title={t("This could not be read")}
            action={
              <Button loading={isFetching} onClick={() => void refetch()}>
                {t("Try again")}
              </Button>
            }
          >
            {error.message}
          </EmptyState>
        ) : (
          <p className="px-4 py-10 text-center">
            <Spinner>{t("Reading who used the gateway")}</Spinner>
          </p>
        )}
      </Panel>
    );
  return (
    <TwoColumns rail={<LimitPanel report={report} />}>
      <div className="grid min-w-0 gap-4 sm:gap-6">
        <UsePanel report={report} />
        <SpeedPanel />
        <HostsPanel report={report} />
        <ErrorsPanel report={report} />
      </div>
    </TwoColumns>
  );
}
