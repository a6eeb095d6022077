import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import { ok, type Result } from "#lib/result.ts";
import type { SignInProblem } from "#lib/session/sign-in-problem.ts";
import { recordAlone } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { countFrom, refuseTry, type TryOrigin } from "../sign-in/sign-in.ts";
import { CHALLENGE_MS, consumeChallenge, newChallenge, type Purpose } from "./challenges.ts";
import { toTransports } from "./register.ts";
import type { RelyingParty } from "./relying-party.ts";
import { type Assertion, challengeOf } from "./responses.ts";

type Store = Kysely<Database>;

/** What a browser needs to have a passkey signed with. With `userId` only that user's passkeys do. */
export async function beginAssertion(
  db: Store,
  asked: {
    party: RelyingParty;
    purpose: Exclude<Purpose, "register">;
    holder: string;
    userId?: string | undefined;
    address?: string | undefined;
  },
  now = Date.now(),
): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const { party, userId, ...rest } = asked;
  const challenge = await newChallenge(db, { ...rest, ...(userId !== undefined && { userId }) }, now);
  const own =
    userId === undefined
      ? []
      : await db.selectFrom("passkeys").select(["id", "transports"]).where("user_id", "=", userId).execute();
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return ok(
    await generateAuthenticationOptions({
      rpID: party.id,
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
      timeout: CHALLENGE_MS,
      userVerification: "required",
      allowCredentials: own.map(({ id, transports }) => ({ id, transports: toTransports(transports) })),
    }),
  );
}

export type PasskeyOutcome =
  | { kind: "signedIn"; userId: string }
  | Extract<SignInProblem, { kind: "mismatch" | "paused" | "expired" }>;

type PasskeyTry = TryOrigin & {
  response: Assertion;
  party: RelyingParty;
  purpose: Exclude<Purpose, "register">;
  holder: string;
};

/**
 * Checks what a passkey signed: the console's challenge, once, for this origin, by somebody whom the passkey has checked. That is
 * two factors. Wrong ones count as wrong passwords do and lock the same; an unknown passkey and a wrong signature get the same
 * answer. Nobody can guess the id of a passkey, so what differs in time reveals no account.
 */
export async function checkPasskey(
  db: Store,
  { response, party, purpose, holder, ...origin }: PasskeyTry,
  now = Date.now(),
): Promise<PasskeyOutcome> {
  const challenge = challengeOf(response);
  const spent = challenge !== undefined && (await consumeChallenge(db, { challenge, purpose, holder }, now));
  if (!challenge || !spent) return { kind: "expired" };
  const passkey = await findPasskey(db, response.id);
  const email = passkey?.email ?? `passkey ${response.id}`;
  const counted = await countFrom(db, { ...origin, email, userId: passkey?.user_id }, now);
  if (counted.kind === "paused") return counted;
  const refused = (reason: string) =>
    refuseTry(db, { ...counted, userId: passkey?.user_id, address: origin.address, reason });
  if (!passkey) return refused("No such passkey");
  if (spent.userId !== null && spent.userId !== passkey.user_id) return refused("Another user's passkey");
  const counter = await verify(passkey, { response, party, challenge });
  if (counter === undefined) return refused("Wrong passkey");
  if (!(await countUse(db, passkey, counter, now))) return refused("Passkey out of order");
  await counted.clear();
  return { kind: "signedIn", userId: passkey.user_id };
}

type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

const findPasskey = (db: Store, id: string) =>
  db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select(["passkeys.id", "passkeys.user_id", "passkeys.name", "passkeys.public_key", "users.email"])
    .where("passkeys.id", "=", id)
    .where("users.disabled", "=", 0)
    .executeTakeFirst();

/** The counter of a right signature; undefined for any other. */
async function verify(
  { id, user_id, public_key }: Found,
  { response, party, challenge }: { response: Assertion; party: RelyingParty; challenge: string },
): Promise<number | undefined> {
  const { userHandle, ...signed } = response.response;
  const isOwner = userHandle === undefined || userHandle === Buffer.from(user_id).toString("base64url");
  if (!isOwner) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const outcome = await verifyAuthenticationResponse({
    response: { ...response, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared where it is stored, below: two uses at the same time both read the old one.
    credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, "base64url")), counter: 0 },
  }).catch(() => undefined); // it throws on anything malformed
  return outcome?.verified ? outcome.authenticationInfo.newCounter : undefined;
}

/**
 * Notes the use in one statement, which refuses a counter that did not go up: then a copy of the passkey may be about. One that
 * does not count always says 0.
 */
async function countUse(
  db: Store,
  { id, user_id, name }: Found,
  counter: number,
  now: number,
): Promise<boolean> {
  const used = await db
    .updateTable("passkeys")
    .set({ counter, used_at: now })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .executeTakeFirst();
  if (used.numUpdatedRows === 1n) return true;
  await recordAlone(db, {
    name: "passkey.outOfOrder",
    by: "console",
    subject: user_id,
    fields: { passkey: name },
  });
  return false;
}
