/** The browser and system that a user agent names, such as "Chrome on Windows"; undefined when it names neither. */
export function toDevice(agent: string | null): string | undefined {
  const named = (table: readonly (readonly [name: string, sign: RegExp])[]) =>
    table.find(([, sign]) => sign.test(agent ?? ""))?.[0];
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" on ") : undefined;
}

// The first that matches: most browsers also name the ones they descend from.
const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;
