import { findOnPath } from "./on-path.ts";
import { command } from "./processes.ts";

/** Whether a package can be installed here: Debian's or Ubuntu's tools, and the rights of root. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath("apt-get") !== undefined;
}

/** Installs Debian's package of this name, without starting a service it may bring. */
export async function installPackage(name: string): Promise<boolean> {
  console.info(`installing Debian's package ${name}…`);
  // RUNLEVEL 1 is what Debian's maintainer scripts ask before they start a service.
  const environment = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const options = { environment, limitMs: LIMIT_MS, stdio: ["ignore", "ignore", "inherit"] as const };
  return (
    (await command("apt-get", ["update", "-qq"], { ...options, stdio: [...options.stdio] })) &&
    (await command("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
      ...options,
      stdio: [...options.stdio],
    }))
  );
}

const LIMIT_MS = 600_000;
