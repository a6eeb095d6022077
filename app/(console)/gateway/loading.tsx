import { LoadingPage } from "#components/layout/page/loading-page.tsx";

/** While the console's own store is read. */
export default function GatewayLoading() {
  return <LoadingPage title="Gateway" reading="Reading who used the gateway" />;
}
