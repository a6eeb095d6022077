import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "#e2e/support/free-port.ts";
import { newDataDir } from "./measured-sandbox.ts";
import { ServerProcess } from "./server-process.ts";

/** A mock server that a user would pick, answering every sale with the same stored text; it keeps nothing. */
export type MockServer = {
  name: string;
  /** How many times its rate the sandbox is to reach. */
  atLeast: number;
  /** Starts it, or says why it cannot be had. */
  start(reply: string): Promise<ServerProcess | string>;
};

const folder = fileURLToPath(new URL("mock-servers", import.meta.url));
const program = (name: string) => join(folder, "node_modules", ".bin", name);
const headers = { "Content-Type": "application/json" };
const path = "/api/v2/transactions";

/** Installs them at the first use; undefined when that went well, else the reason. */
export function installMockServers(): string | undefined {
  if (existsSync(program("prism"))) return undefined;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return status === 0 ? undefined : "the mock servers could not be installed";
}

export const mockServers: MockServer[] = [
  { name: "Prism", atLeast: 2, start: startPrism },
  { name: "Mockoon", atLeast: 2, start: startMockoon },
  { name: "mountebank", atLeast: 1.2, start: (reply) => startMountebank(reply, headers) },
  {
    name: "mountebank-kept-alive",
    atLeast: 1.2,
    start: (reply) => startMountebank(reply, { ...headers, Connection: "Keep-Alive" }),
  },
  { name: "WireMock", atLeast: 1.2, start: startWireMock },
];

async function startPrism(reply: string): Promise<ServerProcess> {
  const port = await freePort();
  const content = { "application/json": { example: JSON.parse(reply) } };
  const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
  const answered = { description: "answered", content };
  const file = writeSettings("openapi.json", {
    openapi: "3.1.0",
    info: { title: "sales", version: "1" },
    paths: { [path]: { post: { requestBody, responses: { "200": answered } } } },
  });
  const args = ["mock", "-p", String(port), "-h", "127.0.0.1", "-v", "fatal", file];
  return await untilItAnswers([process.execPath, program("prism"), ...args], port);
}

async function startMockoon(reply: string): Promise<ServerProcess> {
  const port = await freePort();
  const response = {
    uuid: "response",
    body: reply,
    statusCode: 200,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    bodyType: "INLINE",
    default: true,
    rules: [],
    rulesOperator: "OR",
  };
  const route = {
    uuid: "route",
    type: "http",
    method: "post",
    endpoint: path.slice(1),
    responses: [response],
    responseMode: null,
  };
  const file = writeSettings("mockoon.json", {
    uuid: "sales",
    lastMigration: 33,
    name: "sales",
    hostname: "127.0.0.1",
    port,
    routes: [route],
    rootChildren: [{ type: "route", uuid: "route" }],
    folders: [],
    data: [],
    headers: [],
  });
  const args = ["start", "--data", file, "--disable-log-to-file", "--repair"];
  return await untilItAnswers([process.execPath, program("mockoon-cli"), ...args], port);
}

/** Mountebank closes the connection after each response unless its headers say otherwise. */
async function startMountebank(reply: string, extraHeaders: Record<string, string>): Promise<ServerProcess> {
  const [port, own] = [await freePort(), await freePort()];
  const response = { is: { statusCode: 200, headers: extraHeaders, body: reply } };
  const file = writeSettings("mountebank.json", {
    imposters: [{ protocol: "http", port, stubs: [{ responses: [response] }] }],
  });
  const args = ["--port", String(own), "--configfile", file, "--nologfile", "--loglevel", "error"];
  return await untilItAnswers([process.execPath, program("mb"), ...args], port);
}

async function startWireMock(reply: string): Promise<ServerProcess | string> {
  if (spawnSync("java", ["-version"]).status !== 0) return "no Java";
  const port = await freePort();
  const root = newDataDir();
  mkdirSync(join(root, "mappings"));
  const mapping = { request: { method: "POST", url: path }, response: { status: 200, headers, body: reply } };
  writeFileSync(join(root, "mappings", "sale.json"), JSON.stringify(mapping));
  const jar = join(folder, "node_modules", "wiremock", "build", "wiremock-standalone-3.13.2.jar");
  const args = ["--port", String(port), "--root-dir", root, "--no-request-journal", "--disable-banner"];
  return await untilItAnswers(["java", "-jar", jar, ...args], port);
}

function writeSettings(name: string, settings: object): string {
  const file = join(newDataDir(), name);
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

async function untilItAnswers(command: readonly string[], port: number): Promise<ServerProcess> {
  return await ServerProcess.startAt(command, port, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: "{}" });
    return answer.status === 200;
  });
}
