import { snippetsStyle } from "./snippets/snippets-script.ts";

/** `/docs`: Swagger UI over our own `/openapi.json`. Everything it needs comes from this server. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox gateway API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/snippets.js" defer></script>
<script src="/docs/page.js" defer></script>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The same document for a machine: <a href="/openapi.json">openapi.json</a>.</noscript>
</body>
</html>
`;

/** No other hosts, no inline scripts and no eval. Swagger UI draws its icons as data: images. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Starts Swagger UI, without the badge of an outside validator. A PIN entered as the password is hashed for each
 * request, as the contract requires; PIN and key stay in the page.
 */
export const docsScript = `"use strict";
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function sign(request) {
  const header = request.headers.Authorization;
  if (!header || !header.startsWith("Basic ") || !globalThis.crypto.subtle) return request;
  const given = atob(header.slice(6));
  const [key, pin] = [given.slice(0, given.indexOf(":")), given.slice(given.indexOf(":") + 1)];
  if (pin.startsWith("s2/")) return request;
  const seed = hex(crypto.getRandomValues(new Uint8Array(8)));
  const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key + seed + pin))));
  request.headers.Authorization = "Basic " + btoa(key + ":s2/" + seed + "/" + hash);
  return request;
}

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  tryItOutEnabled: false,
  requestInterceptor: sign,
  plugins: [clientCode],
});
`;

/** Style changes to Swagger UI: margins on narrow screens, and a dark background up to the edges. */
export const docsStyle = `${snippetsStyle}
body { margin: 0; background: #fff; }
html.dark-mode body { background: #1c2022; color-scheme: dark; }
noscript { display: block; padding: 1rem; font: 15px/1.5 system-ui, sans-serif; }
.swagger-ui .wrapper { box-sizing: border-box; padding: 0 16px; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .scheme-container { padding: 16px 0; box-shadow: none; }
@media (max-width: 640px) {
  .swagger-ui .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui table, .swagger-ui .responses-inner { display: block; overflow-x: auto; }
}
`;
