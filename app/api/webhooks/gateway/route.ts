import { receiveDelivery } from "#server/webhooks/receive.ts";

export const dynamic = "force-dynamic";

/** Where the gateway sends its events. It signs them and has no session: no sign-in, and no Origin to ask for. */
export const POST = (request: Request): Promise<Response> => receiveDelivery(request);
