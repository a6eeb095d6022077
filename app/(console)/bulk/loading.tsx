import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { t } from "#lib/language/t.ts";

/** While the gateway is asked for what runs. */
export default function BulkLoading() {
  return <LoadingPage title={t("Bulk")} />;
}
