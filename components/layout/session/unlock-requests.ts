import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { paths } from "#lib/paths.ts";
import type { Refusal, Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { post } from "./lock-requests.ts";

/** Unlocks the session. Rejects without an answer. */
export const unlockWorkstation = (proof: Proof): Promise<Result<null>> =>
  post(paths.api.unlock(), { password: proof }).then(toResult<null>);

/** What the browser needs to unlock it with a passkey. */
export const beginUnlock = (): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> =>
  post(paths.api.unlockingPasskey(), {}).then(toResult<PublicKeyCredentialRequestOptionsJSON>);

async function toResult<Value>(response: Response): Promise<Result<Value>> {
  const answer: unknown = await response.json();
  // Our own routes answer so.
  return response.ok ? (answer as Result<Value>) : { ok: false, problem: answer as Refusal };
}
