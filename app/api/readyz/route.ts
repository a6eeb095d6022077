import { checkReady } from "#server/metrics/check-ready.ts";
import { guarded } from "#server/route.ts";

export const dynamic = "force-dynamic";

/** For a load balancer: 200 while this process should get requests, else 503, with the reason. Needs no sign-in. */
export async function GET(): Promise<Response> {
  const { ready, ...checks } = await checkReady();
  return guarded(
    Response.json({ status: ready ? "ready" : "not ready", ...checks }, { status: ready ? 200 : 503 }),
  );
}
