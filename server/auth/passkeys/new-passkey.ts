import "server-only";
import { headers } from "next/headers";
import type { NewPasskey } from "#lib/session/passkey.ts";
import { hasFreshProof } from "../require-proof.ts";
import { toDevice } from "../session/device.ts";
import type { SignedInUser } from "../session/sessions.ts";

/** What the form of a new passkey starts with: a name after this browser, and whether it asks for the password. */
export async function newPasskey(user: SignedInUser): Promise<NewPasskey> {
  const name = toDevice((await headers()).get("user-agent")) ?? "My passkey";
  return { name, asksPassword: !hasFreshProof(user) };
}
