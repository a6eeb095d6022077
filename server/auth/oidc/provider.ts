import type { ClientAuth, Configuration } from "openid-client";
import type { OidcSettings } from "#server/env.ts";

/** What begins at the console, is kept by the browser, and is compared with the provider's answer. */
type OidcChecks = { state: string; nonce: string; verifier: string };

/** Whom the provider has signed in. */
export type OidcPerson = {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified. */
  verifiedEmail: string | undefined;
  /** Epoch ms at which the provider last asked them for their secret; undefined where it doesn't say. */
  authenticatedAt: number | undefined;
};

/** `asksAgain`: the provider has to ask the person again, even one who is signed in there. Where to send the browser, by authorization code with PKCE, state and nonce. Throws when the provider can't be reached. */
export async function beginAtProvider(
  settings: OidcSettings,
  redirectUri: string,
  { asksAgain = false } = {},
): Promise<OidcChecks & { url: URL }> {
  const client = await import("openid-client");
  const config = await configurationOf(settings);
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid email",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
    ...(asksAgain && { prompt: "login", max_age: "0" }),
  });
  return { ...checks, url };
}

/**
 * Exchanges the code and checks the ID token: signature, issuer, audience, times and nonce. Throws when anything does not fit.
 * `answer` is the console's own address as the provider redirected to it.
 */
export async function finishAtProvider(
  settings: OidcSettings,
  answer: URL,
  { state, nonce, verifier }: OidcChecks,
): Promise<OidcPerson> {
  const client = await import("openid-client");
  const config = await configurationOf(settings);
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider sent no ID token.");
  // Some providers name the email at their other endpoint alone.
  const about =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims;
  const isVerified = about.email_verified === true && typeof about.email === "string";
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: isVerified ? String(about.email) : undefined,
    authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * 1000 : undefined,
  };
}

/** The provider's addresses and keys are read again after this long. */
const KNOWN_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 10;
/** Clocks may differ by so much. */
const TOLERANCE_SECONDS = 60;

let known: { of: OidcSettings; at: number; config: Promise<Configuration> } | undefined;

function configurationOf(settings: OidcSettings): Promise<Configuration> {
  if (known?.of === settings && Date.now() - known.at < KNOWN_MS) return known.config;
  const config = discover(settings);
  const entry = { of: settings, at: Date.now(), config };
  known = entry;
  // The next sign-in asks again.
  config.catch(() => {
    if (known === entry) known = undefined;
  });
  return config;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await import("openid-client");
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  // Basic is what a provider takes that names no methods. Not all of them decode it as RFC 6749 has it encoded.
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_post") ? post : basic)(server, ...rest);
  };
  const metadata = { [client.clockTolerance]: TOLERANCE_SECONDS };
  return client.discovery(issuer, clientId, metadata, authenticate, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      client.enableNonRepudiationChecks,
      // The settings allow http on this machine only.
      ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
    ],
  });
}
