import { keyedDigest } from "#server/payments/secrets.ts";
import { storySecrets } from "./story-secrets.ts";

/** The digest by which a story's console knows a bulk file of this SHA-256, for rows that a story puts into its store. */
export function storyFileDigest(sha256: string): Promise<string> {
  Object.assign(process.env, {
    GATEWAY_URL: "http://127.0.0.1:1/api/v2",
    GATEWAY_API_KEY: storySecrets.apiKey,
    GATEWAY_API_PIN: storySecrets.apiPin,
    AUTH_SECRET: storySecrets.authSecret,
    CONSOLE_DATA_KEY: storySecrets.dataKey,
  });
  return keyedDigest("bulk file", sha256);
}
