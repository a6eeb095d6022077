import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { chromiumFlags, chromiumNames, headlessShell } from "./chromium-flags.ts";
import { canInstall, installPackage } from "./debian.ts";
import { findOnPath } from "./on-path.ts";
import { node } from "./processes.ts";

/** A Chromium that can be launched; `path` is "" for Playwright's own. */
export type Chromium = { path: string; origin: string };

/** Finds a Chromium that works here, or installs one. Throws with a sentence when there is no way to have one. */
export async function ensureChromium(): Promise<Chromium> {
  const given = process.env.PLAYWRIGHT_CHROMIUM;
  if (given) {
    if (await launches(given)) return { path: given, origin: `${given} (PLAYWRIGHT_CHROMIUM)` };
    throw new Error(
      `PLAYWRIGHT_CHROMIUM is ${given}, which cannot be launched: correct it, or leave it out.`,
    );
  }
  const chromium_ = (await onThisMachine()) ?? (await playwrightsOwn()) ?? (await debians());
  if (chromium_) return chromium_;
  throw new Error(
    "No Chromium was found and none could be installed: install one, or set PLAYWRIGHT_CHROMIUM to its path.",
  );
}

const INSTALL_LIMIT_MS = 120_000;

async function onThisMachine(): Promise<Chromium | undefined> {
  const path = findOnPath(...chromiumNames);
  return path && (await launches(path)) ? { path, origin: path } : undefined;
}

async function playwrightsOwn(): Promise<Chromium | undefined> {
  if (!existsSync(chromium.executablePath())) {
    console.info("installing Playwright's Chromium…");
    await node("node_modules/@playwright/test/cli.js", ["install", "chromium"], {}, INSTALL_LIMIT_MS);
  }
  return (await launches("")) ? { path: "", origin: "Playwright's own Chromium" } : undefined;
}

async function debians(): Promise<Chromium | undefined> {
  if (!canInstall()) return undefined;
  if (!(await installPackage(headlessShell)) && !(await installPackage("chromium"))) return undefined;
  const chromium_ = await onThisMachine();
  return chromium_ && { ...chromium_, origin: `${chromium_.path} (Debian's package, just installed)` };
}

/** Being there is not enough: a browser without its libraries, or a stub that asks for a snap, does not start. */
async function launches(path: string): Promise<boolean> {
  try {
    const options = path ? { executablePath: path } : {};
    const browser = await chromium.launch({ ...options, args: chromiumFlags, timeout: 30_000 });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}
