import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import type { SignedInUser } from "../session/sessions.ts";
import { beginAssertion } from "./check-passkey.ts";
import { toRelyingParty } from "./relying-party.ts";

export const noPasskeysText = "Passkeys need the console's own name in the address, not numbers.";

/** What a browser needs to give the user's passkey in place of their password. */
export async function beginProof({
  id,
  sessionId,
}: SignedInUser): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const party = toRelyingParty(env());
  if (!party) return refuse(noPasskeysText);
  return beginAssertion(db(), { party, purpose: "proof", holder: sessionId, userId: id });
}
