import { LoadingPage } from "#components/layout/page/loading-page.tsx";

/** While the gateway is asked for what a page of batches shows. */
export default function BatchesLoading() {
  return <LoadingPage title="Batches" />;
}
