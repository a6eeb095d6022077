/** Chromium uses only the last list of disabled features, so this one repeats Playwright's. */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  // The address bar's menus load in two renderers of their own with each window, though no window is shown.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Draws no window: a page opens in a third of the time. Debian has it as a package. */
export const headlessShell = "chromium-headless-shell";

/** The names of a Chromium on PATH, the fastest first. */
export const chromiumNames = [
  headlessShell,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Keeps Chromium to the pages it is shown, and lets it run as root in a container. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join(",")}`,
];
