import type { Token } from "#lib/gateway/schemas/token.ts";
import type { Read } from "#lib/read.ts";
import { read } from "#server/gateway-client/client.ts";
import { toRead } from "./to-read.ts";

/** The card behind a token: masked number and brand. */
export async function readToken(token: string): Promise<Read<Token>> {
  return toRead(
    await read("getToken", { segments: { token }, priority: "person" }),
    "The gateway knows no saved card by this token.",
  );
}
