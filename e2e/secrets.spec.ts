import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { distFolder } from "#server/start/build.ts";
import { outFolder, storesFolder } from "./support/out-folder.ts";
import { filesUnder, sweep, sweepText } from "./support/secrets-sweep.ts";

// Runs after the e2e tests, over what they have left.

const gatewaySecrets = { "API key": testSecrets.apiKey, PIN: testSecrets.apiPin };
const allSecrets = {
  ...gatewaySecrets,
  "secret of the sign-in cookies": testSecrets.authSecret,
  "data key": testSecrets.dataKey,
};

test("the sweep itself finds a number however it is grouped, and a secret", () => {
  expect(sweepText("a 4000 1000-1111 2224 b")).toHaveLength(1);
  expect(sweepText('{"id":99371122223332225}')).toHaveLength(1);
  expect(sweepText(`x${testSecrets.apiPin}y`, allSecrets)).toEqual(["PIN"]);
  expect(sweepText("4000 1000 1111 2225, 371122223332224", allSecrets)).toEqual([]);
});

test("no card number is in any store", () => {
  const files = filesUnder(storesFolder());
  expect(files.map((file) => basename(file)).filter((name) => /^(console|sandbox)\./.test(name))).not.toEqual(
    [],
  );
  expect(sweep(files)).toEqual([]);
});

test("the console's store holds neither the gateway's key and PIN nor the data key", () => {
  const files = filesUnder(storesFolder()).filter((file) => basename(file).startsWith("console."));
  expect(files).not.toEqual([]);
  expect(sweep(files, allSecrets)).toEqual([]);
});

test("no card number, key or PIN is in any log", () => {
  const files = filesUnder(outFolder("log"));
  expect(files).not.toEqual([]);
  expect(sweep(files, allSecrets)).toEqual([]);
});

test("no card number, key or PIN was sent to a browser", () => {
  const files = filesUnder(outFolder("sent"));
  expect(files).not.toEqual([]);
  expect(sweep(files, allSecrets)).toEqual([]);
});

test("no card number, key or PIN is in the build", () => {
  const files = filesUnder(distFolder(), (path) => /^(cache|dev|types)\//.test(path));
  expect(files).not.toEqual([]);
  expect(sweep(files, allSecrets)).toEqual([]);
});
