import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An OpenID provider in this process, with a real key, for tests. What it says of the next person can be changed. */
export async function startTestProvider({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string;
}) {
  const keys = newKeys();
  const others = newKeys();
  const codes = new Map<
    string,
    { challenge: string; nonce: string; redirectUri: string; asksAgain: boolean }
  >();
  const next = {
    claims: {} as Record<string, unknown>,
    foreignKey: false,
    error: "",
    email: "",
    silent: false,
  };
  let issuer = "";

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    "/.well-known/openid-configuration": (_request, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      }),
    "/keys": (_request, response) => json(response, { keys: [keys.jwk] }),
    // Signs in every visitor, as a provider does that knows the browser.
    "/authorize": (_request, response, { searchParams }) => {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      if (next.error) back.searchParams.set("error", next.error);
      else {
        const code = randomBytes(16).toString("hex");
        codes.set(code, {
          challenge: searchParams.get("code_challenge") ?? "",
          nonce: searchParams.get("nonce") ?? "",
          redirectUri: searchParams.get("redirect_uri") ?? "",
          asksAgain: searchParams.get("prompt") === "login" && searchParams.get("max_age") === "0",
        });
        back.searchParams.set("code", code);
      }
      response.writeHead(302, { location: back.href }).end();
    },
    "/token": async (request, response) => {
      const form = new URLSearchParams(await text(request));
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const verifier = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isRight =
        code?.challenge === verifier &&
        form.get("redirect_uri") === code?.redirectUri &&
        isClient(request.headers.authorization);
      if (!code || !isRight) return json(response, { error: "invalid_grant" }, 400);
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: clientId,
        sub: `subject of ${next.email}`,
        iat: now,
        exp: now + 300,
        nonce: code.nonce,
        email: next.email,
        email_verified: true,
        ...(code.asksAgain && { auth_time: now }),
        ...next.claims,
      };
      const id_token = (next.foreignKey ? others : keys).sign(claims);
      return json(response, { access_token: "not used", token_type: "Bearer", id_token });
    },
  };
  /** RFC 6749, section 2.3.1. */
  const isClient = (header = "") => {
    const given = Buffer.from(header.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":");
    return given.map(decodeURIComponent).join(":") === `${clientId}:${clientSecret}`;
  };
  const server = createServer((request, response) => {
    if (next.silent) return;
    const url = new URL(request.url ?? "", issuer);
    const route = routes[url.pathname];
    if (route) void route(request, response, url);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    /** Who signs in next, and how the answer differs from a right one. */
    answer(person: Partial<typeof next> & { email: string }) {
      Object.assign(next, { claims: {}, foreignKey: false, error: "", silent: false }, person);
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    jwk: { ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" },
    sign(claims: object): string {
      const signed = `${part({ alg: "RS256", typ: "JWT", kid: "one" })}.${part(claims)}`;
      return `${signed}.${createSign("sha256").update(signed).sign(privateKey).toString("base64url")}`;
    },
  };
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
