/**
 * `npm start`: brings up the console, with the sandbox gateway beside it when no gateway is set; `--dev` serves it from
 * source. Everything it starts ends with it. `--build` only builds, for an installation that the console itself can't write to.
 */
const NEEDED_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  console.error(
    `The console needs Node ${NEEDED_MAJOR}, this is ${process.versions.node}: install Node ${NEEDED_MAJOR}, or run npm ci on Linux (x64, arm64) or Windows (x64), which brings it.`,
  );
  process.exit(1);
}

// Stores, secrets and the build are for the user who runs this, even if their shell allows more. What `--build` makes is served by another.
const buildsOnly = process.argv.includes("--build");
process.umask(buildsOnly ? 0o022 : 0o077);

// Imported only now: an older Node would already fail on reading what it imports.
const { buildProgram, startProgram } = await import("./start/program.ts");
if (buildsOnly) await buildProgram();
await startProgram({ development: process.argv.includes("--dev") });
