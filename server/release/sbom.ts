import { spawnSync } from "node:child_process";
import { z } from "zod";

/**
 * What the program is made of besides its own code, from package-lock.json, as CycloneDX JSON: the same text for the same lock file, so without
 * the time, the random number and the folder's name that npm puts into it.
 */
export function readSbom(root: string): string {
  const { name } = packageJson.parse(run(root, ["pkg", "get", "name", "version", "--json"]));
  const sbom = cycloneDx.parse(run(root, ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]));
  const { serialNumber: _, ...rest } = sbom;
  const { timestamp: __, ...metadata } = sbom.metadata;
  // `--omit dev` would also leave out what developers' tools share with the program, such as zod.
  const components = sbom.components.filter(({ properties }) => !properties.some(isForDevelopment));
  const refs = new Set([metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const own = { ...metadata, component: { ...metadata.component, name } };
  return `${JSON.stringify({ ...rest, metadata: own, components, dependencies }, null, 2)}\n`;
}

const isForDevelopment = ({ name, value }: { name: string; value: string }) =>
  name === "cdx:npm:package:development" && value === "true";

const json = z.string().transform((text): unknown => JSON.parse(text));
const packageJson = json.pipe(z.looseObject({ name: z.string() }));
const reference = { "bom-ref": z.string() };
const cycloneDx = json.pipe(
  z.looseObject({
    bomFormat: z.literal("CycloneDX"),
    serialNumber: z.string().optional(),
    metadata: z.looseObject({
      timestamp: z.string().optional(),
      component: z.looseObject({ ...reference, name: z.string() }),
    }),
    components: z.array(
      z.looseObject({
        ...reference,
        properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    ),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
  }),
);

/** npm itself: the one that runs this, else the one on PATH. */
function run(root: string, args: string[]): string {
  const { npm_execpath: npm } = process.env;
  const [program, ...before] = npm ? [process.execPath, npm] : ["npm"];
  const { status, stdout, stderr, error } = spawnSync(program ?? "npm", [...before, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error || status !== 0) throw new Error(`npm ${args[0]} failed: ${error?.message ?? stderr}`);
  return stdout;
}
