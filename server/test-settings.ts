/** For tests only: the settings a console can't be without. No gateway answers at this address. */
export function applyTestSettings(): void {
  Object.assign(process.env, {
    GATEWAY_URL: "http://127.0.0.1:9/api/v2",
    GATEWAY_API_KEY: "test-key",
    GATEWAY_API_PIN: "test-pin",
    AUTH_SECRET: "a".repeat(40),
  });
}
