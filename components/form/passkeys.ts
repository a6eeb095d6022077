import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { t } from "#lib/language/t.ts";
import { type Result, refuse } from "#lib/result.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";

/** Whether this browser knows passkeys at this address: only over https, or on this machine. */
export const supportsPasskeys = () => typeof window !== "undefined" && "PublicKeyCredential" in window;

/** The browser's answer to a challenge. A refusal says what to do next, also where the user closed the browser's dialog. */
export function askPasskey(
  begin: () => Promise<Result<PublicKeyCredentialRequestOptionsJSON>>,
): Promise<Result<PasskeyAnswer>> {
  return withOptions(begin, async (optionsJSON) => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const { authenticatorAttachment: _, ...answer } = await startAuthentication({ optionsJSON });
    return { ...answer, clientExtensionResults: {} };
  });
}

/** A new passkey, made by the browser. */
export function makePasskey(
  begin: () => Promise<Result<PublicKeyCredentialCreationOptionsJSON>>,
): Promise<Result<RegistrationResponseJSON>> {
  return withOptions(begin, async (optionsJSON) => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const { authenticatorAttachment: _, ...made } = await startRegistration({ optionsJSON });
    return { ...made, clientExtensionResults: {} };
  });
}

async function withOptions<Options, Answer>(
  begin: () => Promise<Result<Options>>,
  ask: (options: Options) => Promise<Answer>,
): Promise<Result<Answer>> {
  try {
    const begun = await begin();
    if (!begun.ok) return begun;
    return { ok: true, value: await ask(begun.value) };
  } catch (error) {
    return refuse(problemOf(error));
  }
}

/** Browsers do not say whether the user closed the dialog or there was no passkey. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return t("This device has a passkey for your account already.");
  if (name === "NotAllowedError" || name === "AbortError") return t("No passkey was used. Try again.");
  if (name === "SecurityError" || name === "NotSupportedError" || name === "ConstraintError")
    return t("This browser or device can't use passkeys here.");
  return t("No response from the server. Check the connection, then try again.");
}
