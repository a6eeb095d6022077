import { goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import type { EventName } from "#lib/gateway/events.ts";
import {
  approve,
  goodCheck,
  makeAuthorization,
  makeCheck,
  makeSale,
  makeSettledSale,
  read,
} from "../payments.ts";

/** Causes an event; returns the key of its transaction. */
type Cause = (sandbox: RunningSandbox) => Promise<string>;

/** Everything that raises each event. The compiler requires an entry for a new one. */
export const causes: Record<EventName, Record<string, Cause>> = {
  "transaction.sale.success": {
    "a sale": (sandbox) => makeSale(sandbox, "42.50"),
    "an authorization": (sandbox) => makeAuthorization(sandbox, "42.50"),
    "a partial approval": async (sandbox) => {
      const creditcard = { ...goodCard, number: "4000000011112275" };
      const { body } = await sandbox.command("sale", {
        amount: "8.00",
        creditcard,
        enable_partialauth: true,
      });
      if (body.result_code !== "P") throw new Error("the sale was not approved in part");
      return body.key;
    },
    "a check": (sandbox) => makeCheck(sandbox, "42.50"),
    "a cash sale": (sandbox) => approve(sandbox, "cash:sale", { amount: "42.50" }),
  },
  "transaction.sale.failure": {
    "a decline": (sandbox) => fail(sandbox, "sale", "4000300011112220"),
    "a declined authorization": (sandbox) => fail(sandbox, "authonly", "4000300611112224"),
    "a number with a wrong check digit": (sandbox) => fail(sandbox, "sale", "4000100011112225"),
    "a verification that is asked for": (sandbox) => fail(sandbox, "sale", "4000300111112229"),
    "a declined check": async (sandbox) =>
      (await sandbox.command("check:sale", { amount: "5.99", check: goodCheck })).body.key,
  },
  "transaction.sale.voided": {
    "a void": async (sandbox) => after(sandbox, "void", await makeSale(sandbox, "42.50")),
    "a void of an authorization": async (sandbox) =>
      after(sandbox, "void", await makeAuthorization(sandbox, "42.50")),
    "a void that frees the hold": async (sandbox) =>
      after(sandbox, "cc:void:release", await makeSale(sandbox, "42.50")),
    "a creditvoid before settlement": async (sandbox) =>
      after(sandbox, "creditvoid", await makeSale(sandbox, "42.50")),
    "a charge that is lowered to nothing": async (sandbox) =>
      after(sandbox, "refund:adjust", await makeSale(sandbox, "42.50"), { amount: "42.50" }),
    "a void of a check": async (sandbox) => after(sandbox, "void", await makeCheck(sandbox, "42.50")),
    "an expired authorization that a new one replaces": async (sandbox) => {
      const trankey = await makeAuthorization(sandbox, "42.50");
      await sandbox.control("POST", "/clock", { advance: "P31D" });
      await approve(sandbox, "cc:capture:reauth", { trankey });
      return trankey;
    },
  },
  "transaction.sale.captured": {
    "a capture": async (sandbox) => after(sandbox, "cc:capture", await makeAuthorization(sandbox, "42.50")),
    "a capture that reauthorizes": async (sandbox) => {
      const trankey = await makeAuthorization(sandbox, "42.50");
      await sandbox.control("POST", "/clock", { advance: "P31D" });
      return await approve(sandbox, "cc:capture:reauth", { trankey });
    },
  },
  "transaction.sale.adjusted": {
    "a changed amount": async (sandbox) =>
      after(sandbox, "cc:adjust", await makeSale(sandbox, "42.50"), { amount: "45.00" }),
    "a charge that is lowered before settlement": async (sandbox) =>
      after(sandbox, "refund:adjust", await makeSale(sandbox, "42.50"), { amount: "2.50" }),
  },
  "transaction.sale.queued": {
    "a sale taken out of the batch": async (sandbox) =>
      after(sandbox, "queue", await makeSale(sandbox, "42.50")),
  },
  "transaction.sale.unvoided": {
    "a void taken back": async (sandbox) => {
      const trankey = await makeSale(sandbox, "42.50");
      await approve(sandbox, "void", { trankey });
      return after(sandbox, "unvoid", trankey);
    },
  },
  "transaction.refund.success": {
    "a refund": async (sandbox) =>
      approve(sandbox, "refund", { trankey: await makeSettledSale(sandbox, "42.50") }),
    "a quickrefund": async (sandbox) =>
      approve(sandbox, "quickrefund", { trankey: await makeSale(sandbox, "42.50"), amount: "1.00" }),
    "a credit": (sandbox) => approve(sandbox, "cc:credit", { amount: "3.00", creditcard: goodCard }),
    "money sent to an account": (sandbox) =>
      approve(sandbox, "check:credit", { amount: "3.00", check: goodCheck }),
    "a cash refund": (sandbox) => approve(sandbox, "cash:refund", { amount: "3.00" }),
    "a creditvoid after settlement": async (sandbox) =>
      approve(sandbox, "creditvoid", { trankey: await makeSettledSale(sandbox, "42.50") }),
    "a charge that is lowered after settlement": async (sandbox) => {
      const trankey = await makeSettledSale(sandbox, "42.50");
      await approve(sandbox, "refund:adjust", { trankey, amount: "2.50" });
      return (await sandbox.request("GET", "/batches/current/transactions")).body.data[0].key;
    },
  },
  "transaction.refund.voided": {
    "a void of a refund": async (sandbox) => {
      const trankey = await approve(sandbox, "refund", { trankey: await makeSettledSale(sandbox, "42.50") });
      return after(sandbox, "void", trankey);
    },
    "a void of money sent to an account": async (sandbox) =>
      after(sandbox, "void", await approve(sandbox, "check:credit", { amount: "3.00", check: goodCheck })),
  },
  "ach.submitted": { "the bank's day": (sandbox) => checkAfter(sandbox, "Submitted", "PT8H") },
  "ach.settled": { "the bank's answer": (sandbox) => checkAfter(sandbox, "Settled", "P1D") },
  "ach.returned": {
    "a check that bounces": (sandbox) => checkAfter(sandbox, "Returned", "P4D", { account: "10178102" }),
  },
  "ach.voided": {
    "a void of a check": async (sandbox) => after(sandbox, "void", await makeCheck(sandbox, "42.50")),
    "a creditvoid of a check": async (sandbox) =>
      after(sandbox, "creditvoid", await makeCheck(sandbox, "42.50")),
  },
  "ach.failed": {
    "a check that fails": async (sandbox) => noted(sandbox, { fail: "Account closed" }),
  },
  "ach.note_added": {
    "the bank's note": async (sandbox) => noted(sandbox, { note: "Name changed" }),
  },
};

async function fail(sandbox: RunningSandbox, command: string, number: string): Promise<string> {
  const { body } = await sandbox.command(command, { amount: "4.00", creditcard: { ...goodCard, number } });
  if (body.result_code === "A" || !body.key) throw new Error(`${number} did not fail on record`);
  return body.key;
}

async function after(sandbox: RunningSandbox, command: string, trankey: string, fields = {}) {
  await approve(sandbox, command, { trankey, ...fields });
  return trankey;
}

/** The bank takes a check in at 17:00, answers at 8:00, and sends it back at 8:00 two days later. */
async function checkAfter(sandbox: RunningSandbox, status: string, advance: string, account = {}) {
  await sandbox.control("POST", "/clock", { set: "2040-06-04T10:00:00" });
  const key = await makeCheck(sandbox, "42.50", account);
  await sandbox.control("POST", "/clock", { advance });
  const detail = await read(sandbox, key);
  if (detail.status !== status) throw new Error(`the check is ${detail.status}, not ${status}`);
  return key;
}

async function noted(sandbox: RunningSandbox, change: Record<string, string>): Promise<string> {
  const key = await makeCheck(sandbox, "42.50");
  await sandbox.control("POST", `/checks/${key}`, change);
  return key;
}
