import { sendFile } from "#server/bulk/upload/send.ts";
import { route } from "#server/route.ts";

/** Streams an approved file to the gateway; `key` is the file's id. */
export const POST = route<{ key: string }>(
  { right: "prepareBulk", isWrite: true },
  ({ user, params, request }) => sendFile(user, params.key, request),
);
