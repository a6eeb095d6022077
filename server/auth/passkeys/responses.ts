import { z } from "zod";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const id = base64url(1400).min(1);

/** A browser's answer to a challenge, signed by a passkey. */
export const Assertion = z.object({
  id,
  rawId: id,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(2000),
    authenticatorData: base64url(2000),
    signature: base64url(5000),
    userHandle: base64url(100).optional(),
  }),
  clientExtensionResults: z.record(z.string(), z.never()),
}) satisfies z.ZodType<PasskeyAnswer>;
export type Assertion = PasskeyAnswer;

/** A new passkey as a browser sends it. */
export const Registration = z.object({
  id,
  rawId: id,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(2000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10),
  }),
  clientExtensionResults: z.object({}),
});
export type Registration = z.output<typeof Registration>;

const ClientData = z.object({ challenge: z.string().max(200) });

/** The challenge that was signed; undefined when the browser sent none. */
export function challengeOf({ response }: Assertion | Registration): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON, "base64url").toString("utf8");
    return ClientData.parse(JSON.parse(text)).challenge;
  } catch {
    return undefined;
  }
}
