import { afterAll, beforeAll } from "vitest";
import type { FakeGateway } from "./fake-gateway.ts";

/** For tests only: starts this gateway for the tests of the file, and configures the console for it. */
export function connectTo(gateway: FakeGateway, settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    Object.assign(process.env, {
      GATEWAY_URL: await gateway.start(),
      GATEWAY_API_KEY: "test-key",
      GATEWAY_API_PIN: "test-pin",
      AUTH_SECRET: "a".repeat(40),
      ...settings,
    });
  });
  afterAll(() => gateway.stop());
}
