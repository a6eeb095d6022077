import { LoadingPage } from "#components/layout/page/loading-page.tsx";

/** While the gateway is asked for what runs. */
export default function BulkLoading() {
  return <LoadingPage title="Bulk" />;
}
