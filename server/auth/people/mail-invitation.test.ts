import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type MailReceiver, startMailReceiver } from "#e2e/support/receivers/mail-receiver.ts";
import { applyTestSettings } from "#server/test-settings.ts";

vi.mock("server-only", () => ({}));
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterAll(() => receiver.down());
beforeEach(() => vi.resetModules());

const link = `https://console.example.com/invite/${"ab".repeat(32)}`;
const invitation = {
  link,
  email: "owen@shop.test",
  expiresAt: Date.UTC(2026, 10, 23),
  inviter: "Helen Park",
};

async function mail(settings: Record<string, string>) {
  applyTestSettings();
  Object.assign(process.env, settings);
  const { mailInvitation } = await import("./mail-invitation.ts");
  return mailInvitation(invitation);
}

it("an invitation is not mailed without a mail server", async () => {
  expect(await mail({ SMTP_URL: "", SMTP_FROM: "" })).toBeNull();
});

it("an invitation's link is mailed to the invited person alone", async () => {
  expect(await mail({ SMTP_URL: receiver.url, SMTP_FROM: "console@shop.test" })).toBe(true);
  const [received] = receiver.received;
  expect(received).toMatchObject({ from: "console@shop.test", to: ["owen@shop.test"] });
  const text = received?.data.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(text).toContain(link);
  expect(text).toContain("Helen Park invites you");
});

it("an invitation that the mail server refuses is reported", async () => {
  receiver.refuseWith("550 no such mailbox");
  expect(await mail({ SMTP_URL: receiver.url, SMTP_FROM: "console@shop.test" })).toBe(false);
});
