import { LoadingPage } from "#components/layout/page/loading-page.tsx";
import { t } from "#lib/language/t.ts";

/** While the console's own store is read. */
export default function GatewayLoading() {
  return <LoadingPage title={t("Gateway")} reading={t("Reading who used the gateway")} />;
}
