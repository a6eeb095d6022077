import { z } from "zod";

/** The settings that are addresses. */

export const GatewayUrls = z.string().transform((text, context): [URL, ...URL[]] => {
  const [first, ...others] = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const url = toHttpUrl(part);
      if (!url) return wrong(context, notAnAddress("GATEWAY_URL", part));
      return isProtected(url) ? url : wrong(context, needsHttps("GATEWAY_URL", url));
    });
  return first ? [first, ...others] : wrong(context, notAnAddress("GATEWAY_URL", text));
});

export const Origin = z.string().transform((text, context) => {
  const url = toHttpUrl(text);
  if (url && url.pathname === "/" && url.search === "" && url.hash === "")
    return isProtected(url) ? url.origin : wrong(context, needsHttps("CONSOLE_ORIGIN", url));
  return wrong(
    context,
    `CONSOLE_ORIGIN must be a scheme and a host without a path, such as https://console.example.com${shown(text)}.`,
  );
});

export const Issuer = z.string().transform((text, context): URL => {
  const url = toHttpUrl(text);
  if (url && isProtected(url)) return new URL(text);
  return wrong(
    context,
    "OIDC_ISSUER must be the provider's issuer as an address that begins with https:// (http:// on this machine) and holds no password.",
  );
});

export const AuditHeadUrl = z.string().transform((text, context): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSyslog = url?.protocol === "syslog:" && url.hostname !== "" && /^\/?$/.test(url.pathname);
  if (url && (isSyslog || (toHttpUrl(text) && isProtected(url)))) return url;
  return wrong(
    context,
    "AUDIT_HEAD_URL must begin with https:// (http:// on this machine), or be syslog:// with a host and a port, and hold no password.",
  );
});

export const TracesUrl = z.string().transform((text, context): URL => {
  const name = "OTEL_EXPORTER_OTLP_ENDPOINT";
  return toHttpUrl(text) ?? wrong(context, notAnAddress(name, text));
});

export const SmtpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
  // The address may hold a password.
}, "SMTP_URL must be an address such as smtp://user:password@mail.example:587, or smtps://.");

function toHttpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Card numbers and cookies travel to this address: in clear only within this machine. */
function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Refuses a setting with this sentence. */
export function wrong(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

const notAnAddress = (name: string, text: string) =>
  `${name} must be an address that begins with http:// or https:// and holds no password${shown(text)}.`;

const needsHttps = (name: string, url: URL) =>
  `${name} must begin with https:// unless it is on this machine: cards would travel to ${url.host} unencrypted.`;

/** The text for a refusal; nothing of an address that may hold a password before its @. */
export const shown = (text: string) => (text.includes("@") ? "" : `, not "${text}"`);
