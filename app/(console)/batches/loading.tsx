import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { t } from "#lib/language/t.ts";

/** While the gateway is asked for what a page of batches shows. */
export default function BatchesLoading() {
  return <LoadingPage title={t("Batches")} />;
}
