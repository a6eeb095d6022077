import { Panel } from "#components/ui/panel.tsx";
import { LastAttempts } from "./last-attempts.tsx";
import { OpenBatchSection } from "./open-batch-section.tsx";
import { SharedRequests } from "./shared-requests.tsx";
import { Summary } from "./summary.tsx";

/** What a clerk sees before sending: the sum, the checks, the batch it goes to, the last payments, the shared limit. */
export function ChargeRail({
  currentMonth,
  sent,
}: {
  currentMonth: string;
  /** The form has left: there is nothing to look at before sending. */
  sent: boolean;
}) {
  return (
    <Panel as="aside" aria-label="Summary and status">
      <Summary currentMonth={currentMonth} sent={sent} />
      <OpenBatchSection />
      <LastAttempts />
      <SharedRequests />
    </Panel>
  );
}
