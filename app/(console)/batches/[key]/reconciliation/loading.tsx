import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** While the batch is compared. */
export default function ReconciliationLoading() {
  return (
    <LoadingPage
      title={t("Reconciliation")}
      trail={[{ href: paths.batches(), label: t("Batches") }]}
      reading={t("Comparing the batch with the journal")}
    />
  );
}
