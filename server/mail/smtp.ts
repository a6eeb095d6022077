import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";

/** Why a mail was refused. The server's message is not kept: it can repeat the mail. */
export type SmtpFailure = {
  /** An SMTP status ("550"), or the name of what went wrong before one ("ECONNECTION"). */
  code: string;
  /** True when retrying is useless. */
  isPermanent: boolean;
};

export type Smtp = {
  /** Undefined when the mail was accepted. */
  send(message: SMTPTransport.Options): Promise<SmtpFailure | undefined>;
};

/** A mail server by its URL. Each mail uses a new connection, which ends within a minute. */
export async function openSmtp(url: string): Promise<Smtp> {
  // Loaded only when a mail server is set.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  return {
    send: async (message) => {
      try {
        await transport.sendMail(message);
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

const TIMEOUT_MS = 10_000;

function failureOf(error: unknown): SmtpFailure {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }; // every field is unknown
  if (typeof responseCode === "number" && responseCode > 0)
    // A refused password may be corrected on the server before the next attempt.
    return { code: String(responseCode), isPermanent: responseCode >= 500 && code !== "EAUTH" };
  return {
    code: typeof code === "string" && /^[A-Z]{2,20}$/.test(code) ? code : "EUNKNOWN",
    isPermanent: false,
  };
}
