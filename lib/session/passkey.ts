/** What users may call a passkey. */
export const longestPasskeyName = 60;

/** A passkey as its user sees it. Times are epoch ms. */
export type Passkey = { id: string; name: string; createdAt: number; usedAt: number | null };

/** What the form of a new passkey starts with. */
export type NewPasskey = {
  name: string;
  /** The password was last given too long ago. */
  asksPassword: boolean;
};

/** What a browser sends after a passkey has signed a challenge: all base64url. */
export type PasskeyAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | undefined;
  };
  clientExtensionResults: Record<string, never>;
};

/** What proves that it is still the signed-in user: their password, or their passkey's answer. */
export type Proof = string | PasskeyAnswer;
