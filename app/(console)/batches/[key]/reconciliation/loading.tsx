import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { paths } from "#lib/paths.ts";

/** While the batch is compared. */
export default function ReconciliationLoading() {
  return (
    <LoadingPage
      title="Reconciliation"
      trail={[{ href: paths.batches(), label: "Batches" }]}
      reading="Comparing the batch with the journal"
    />
  );
}
