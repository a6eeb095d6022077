import type { QueryClient } from "@tanstack/react-query";
import type { FieldPath } from "react-hook-form";
import type { Attempt } from "#lib/attempt.ts";
import { type ChargeValues, fieldList, isOffered } from "#lib/charge/fields/values.ts";
import { kindOfCommand } from "#lib/charge/kinds.ts";
import { outcomeCodes } from "#lib/gateway/codes/outcome-codes.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { t } from "#lib/language/t.ts";
import { nameOf, refusedQuery } from "#lib/queries/refused-tenders.ts";

type ChargePath = FieldPath<ChargeValues>;

/** The gateway's reasons at the fields of the form they are about, as far as it names the fields. */
export function fieldReasons(attempt: Attempt): [ChargePath, string][] {
  const { transaction, problem, tender, command } = attempt;
  if (transaction?.result_code === "E") {
    const path = byErrorCode(Number(transaction.error_code), tender);
    return path ? [[path, transaction.error ?? t("The gateway doesn't accept this.")]] : [];
  }
  return Object.entries(problem?.fields ?? {}).flatMap(([wirePath, reason]) => {
    const path = byWirePath(wirePath, { tender, command });
    return path ? [[path, t("The gateway says: {reason}.", { reason })] as [ChargePath, string]] : [];
  });
}

/**
 * Notes that the gateway does not allow the attempt's command to this console's key, so that it is not offered again, or that
 * it does after all.
 */
export function noteRefused(client: QueryClient, { tender, command, transaction }: Attempt): void {
  const { result_code, error_code } = transaction ?? {};
  const isNotAllowed = result_code === "E" && Number(error_code) === outcomeCodes.commandNotAllowed;
  if (!isNotAllowed && !isApprovedCode(result_code)) return;
  const name = nameOf(tender, command);
  client.setQueryData<readonly string[]>(refusedQuery().queryKey, (refused = []) => [
    ...refused.filter((other) => other !== name),
    ...(isNotAllowed ? [name] : []),
  ]);
}

function byErrorCode(code: number, tender: Attempt["tender"]): ChargePath | undefined {
  const { invalidRouting, invalidAccount, overMaximum, amountNotPositive } = outcomeCodes;
  if (numberCodes.includes(code)) return tender === "token" ? "token.token" : "card.number";
  if (expiryCodes.includes(code)) return tender === "token" ? "token.token" : "card.expiration";
  if (tokenCodes.includes(code)) return tender === "token" ? "token.token" : "card.number";
  if (code === invalidRouting) return "check.routing";
  if (code === invalidAccount) return "check.account";
  if (code === overMaximum || code === amountNotPositive) return "amount";
  return undefined;
}

const codesOf = (...names: (keyof typeof outcomeCodes)[]): number[] =>
  names.map((name) => outcomeCodes[name]);
const numberCodes = codesOf(
  "invalidCardNumber",
  "cardNumberLength",
  "cardNumberCheckDigit",
  "cardTypeNotAccepted",
);
const expiryCodes = codesOf("expirationDigits", "expirationForm", "expired", "expirationMonth");
const tokenCodes = codesOf("unknownToken", "invalidToken", "cardNotTokenizable");

function byWirePath(
  wirePath: string,
  { tender, command }: Pick<Attempt, "tender" | "command">,
): ChargePath | undefined {
  if (wirePath === "amount") return "amount";
  // The console adds the date of a saved card.
  if (wirePath === "creditcard.expiration" && tender === "token") return "token.token";
  const kind = kindOfCommand(command);
  return fieldList.find((field) => field.wire === wirePath && isOffered(field, { tender, kind }))?.name;
}
