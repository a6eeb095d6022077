/**
 * `npm start`: brings up the console, with the sandbox gateway beside it when no gateway is set; `--dev` serves it from
 * source. Everything it starts ends with it.
 */
const NEEDED_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  console.error(
    `The console needs Node ${NEEDED_MAJOR}, this is ${process.versions.node}: install Node ${NEEDED_MAJOR}, or run npm ci on Linux (x64, arm64) or Windows (x64), which brings it.`,
  );
  process.exit(1);
}

// Stores, secrets and the build are for the user who runs this, whatever their shell allows.
process.umask(0o077);

// Imported only now: an older Node would already fail on reading what it imports.
const { startProgram } = await import("./start/program.ts");
await startProgram({ development: process.argv.includes("--dev") });
