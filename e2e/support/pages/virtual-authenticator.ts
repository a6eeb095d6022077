import type { Page } from "@playwright/test";

/** Plugs an authenticator into the page's browser that checks its user unasked, as a laptop's fingerprint reader does. */
export async function plugInAuthenticator(page: Page) {
  // It would answer an offer in the list under the email unasked, before anything is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the user passes the check from now on. */
    verifyUser: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    remove: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
}
