import { afterEach, expect, test, vi } from "vitest";
import { setSpeech } from "#lib/language/t.ts";

afterEach(() => {
  setSpeech(() => undefined);
  vi.resetModules();
});

const countries = async () => (await import("./places.ts")).places.countries;

test("countries are offered by their English names, which the gateway gets", async () => {
  const offered = await countries();
  expect(offered).toHaveLength(59);
  expect(offered[0]).toEqual({ value: "United States" });
  expect(offered).toContainEqual({ value: "Germany" });
});

test("a page in Spanish shows countries and currencies in Spanish", async () => {
  const speech = { language: "es", catalog: {}, translate: (english: string) => english } as const;
  setSpeech(() => speech);
  const offered = await countries();
  expect(offered).toContainEqual({ value: "Germany", label: "Alemania" });
  expect(offered).toContainEqual({ value: "United States", label: "Estados Unidos" });
  expect((await import("./places.ts")).places.currencies).toContainEqual({
    value: "EUR",
    label: "euro",
  });
});
