/** Secrets of the tests' console and sandbox: long enough that a match is never a coincidence. */
export const testSecrets = {
  apiKey: "TestsKeyQ7vR2mX9cL4tB8nZ1wK5yH3d",
  apiPin: "tests-pin-83920174655021",
  authSecret: "tests-auth-secret-5f0c9b7e2d41a86370",
  dataKey: "tests-data-key-c41f7ab0962e5d38710b",
} as const;

/** The demo people's password in the e2e tests. Typed in the browser, so not a secret to it. */
export const testPassword = "tests-password-lilac-harbor";
