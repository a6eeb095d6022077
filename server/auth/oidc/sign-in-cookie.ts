import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#server/env.ts";
import { cookie } from "../session/session-cookie.ts";

/** Signing in at the provider may take this long. */
const MAX_SECONDS = 10 * 60;

const Begun = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where to go then, a path of this console. */
  from: z.string().optional(),
  /** The locked session that this is to unlock, and when it began, epoch ms. */
  unlocks: z.object({ sessionId: z.string(), at: z.number() }).optional(),
  /** Epoch ms. */
  expiresAt: z.number(),
});
type Begun = z.output<typeof Begun>;

/** Keeps, encrypted in this browser alone, what the provider's answer is compared with. */
export async function keepBegun(begun: Omit<Begun, "expiresAt">): Promise<void> {
  const { name, options } = cookie("oidc");
  const token = { ...begun, expiresAt: Date.now() + MAX_SECONDS * 1000 };
  const value = await encode({ token, secret: secret(), maxAge: MAX_SECONDS });
  (await cookies()).set(name, value, { ...options, maxAge: MAX_SECONDS });
}

/** What this browser began, once: the cookie is removed. */
export async function takeBegun(): Promise<Begun | undefined> {
  const jar = await cookies();
  const { name, options } = cookie("oidc");
  const value = jar.get(name)?.value;
  if (!value) return undefined;
  jar.set(name, "", { ...options, maxAge: 0 });
  const token = await decode({ token: value, secret: secret() }).catch(() => null);
  const begun = Begun.safeParse(token).data;
  return begun && begun.expiresAt > Date.now() ? begun : undefined;
}

/** Its own, so that no other cookie of the console can be passed off as this one. */
const secret = () => `${env().authSecret} OpenID Connect`;
