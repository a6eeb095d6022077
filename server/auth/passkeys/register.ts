import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { newRecoveryCodes } from "../factors/recovery-codes.ts";
import { lockFactors, startRecoveryCodes } from "../factors/second-factor.ts";
import { renewSessions } from "../session/sessions.ts";
import { CHALLENGE_MS, consumeChallenge, newChallenge } from "./challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { challengeOf, type Registration } from "./responses.ts";

/** What one user may have. */
const MAX_PASSKEYS = 20;

type Store = Kysely<Database>;

/** `email` names the passkey in the browser. */
type PasskeyOwner = Actor & { email: string };

/** What a browser needs to make a passkey that signs this user in alone: discoverable, and one that checks who uses it. */
export async function beginRegistration(
  db: Store,
  person: PasskeyOwner,
  { party, sessionId }: { party: RelyingParty; sessionId: string },
  now = Date.now(),
): Promise<Result<PublicKeyCredentialCreationOptionsJSON>> {
  const known = await db.selectFrom("passkeys").selectAll().where("user_id", "=", person.id).execute();
  if (known.length >= MAX_PASSKEYS) return refuse(tooMany);
  const asked = { purpose: "register", holder: sessionId, userId: person.id } as const;
  const challenge = await newChallenge(db, asked, now);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return ok(
    await generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userName: person.email,
      userDisplayName: person.name,
      userID: new TextEncoder().encode(person.id),
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
      attestationType: "none",
      timeout: CHALLENGE_MS,
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: toTransports(transports) })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    }),
  );
}

/**
 * Keeps a new passkey. Ends all sessions of the user and begins a new one. Returns its id, and recovery codes, which can't be
 * read again, where this is the first thing beside the password.
 */
export async function finishRegistration(
  db: Store,
  person: PasskeyOwner,
  given: { response: Registration; name: string; party: RelyingParty; sessionId: string },
  now = Date.now(),
): Promise<Result<{ sessionId: string; codes: string[] | undefined }>> {
  const made = await verify(db, person, given, now);
  if (!made) return refuse("This passkey was not added: it took too long or did not fit. Try again.");
  const codes = await newRecoveryCodes();
  return db.transaction().execute(async (store) => {
    await lockFactors(store, person.id);
    const { count } = await store
      .selectFrom("passkeys")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PASSKEYS) return refuse(tooMany);
    const added = await store
      .insertInto("passkeys")
      .values({ ...made, user_id: person.id, name: given.name, created_at: now, used_at: null })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return refuse("This passkey already exists.");
    const started = await startRecoveryCodes(store, person.id, codes);
    const sessionId = await renewSessions(store, person.id, now);
    const by = { id: person.id, name: person.name };
    await record(store, {
      name: "passkey.registered",
      by,
      subject: person.id,
      fields: { passkey: given.name },
    });
    return ok({ sessionId, codes: started });
  });
}

async function verify(
  db: Store,
  { id: userId }: PasskeyOwner,
  { response, party, sessionId }: { response: Registration; party: RelyingParty; sessionId: string },
  now: number,
) {
  const challenge = challengeOf(response);
  if (challenge === undefined) return undefined;
  const spent = await consumeChallenge(db, { challenge, purpose: "register", holder: sessionId }, now);
  if (spent?.userId !== userId) return undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined })); // it throws on anything malformed
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    id,
    counter,
    public_key: Buffer.from(publicKey).toString("base64url"),
    transports: response.response.transports.join(","),
  };
}

/** As browsers want them. */
export const toTransports = (stored: string) => stored.split(",").filter((one) => one !== "");

/** Ed25519, ES256 and RS256 of COSE: every version of Node can check them. */
const algorithms = [-8, -7, -257];

const tooMany = `You have ${MAX_PASSKEYS} passkeys. Remove one that you don't use first.`;
