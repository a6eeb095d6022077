import { sendFile } from "#server/bulk/send.ts";
import { postRoute } from "#server/post-route.ts";

/** Sends a released file on to the gateway while it arrives; `key` is the file's id. */
export const POST = postRoute<{ key: string }>("prepareBulk", ({ user, params, request }) =>
  sendFile(user, params.key, request),
);
