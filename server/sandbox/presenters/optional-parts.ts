import { createHash } from "node:crypto";
import type { CardDetails, TransactionRow } from "../store/tables/transactions.ts";

/** The parts of a transaction detail that are there only when asked for (contract: return_bin, return_fraud, return_origin). */
export function optionalParts(
  row: TransactionRow,
  asked: {
    return_bin?: boolean | undefined;
    return_fraud?: boolean | undefined;
    return_origin?: boolean | undefined;
  },
  sourceName: string,
): Record<string, unknown> {
  return {
    ...(asked.return_bin && row.details.card ? { bin: presentBin(row.details.card) } : {}),
    ...(asked.return_fraud ? { fraud: { card_blocked: "N" } } : {}),
    ...(asked.return_origin ? { origin: presentOrigin(row, sourceName) } : {}),
  };
}

function presentBin({ bin, brand }: CardDetails) {
  return {
    bin,
    number: bin,
    type: "Credit",
    issuer: brand,
    bank: "Sandbox Test Bank",
    country: "US",
    country_name: "United States",
    country_iso: "840",
    location: "",
    phone: "",
    category: "Consumer",
    data_source: "Sandbox",
  };
}

function presentOrigin({ source_id, details }: TransactionRow, sourceName: string) {
  return {
    source_name: sourceName,
    // Identifies the API key without revealing it.
    source_key: createHash("sha256").update(`source ${source_id}`).digest("hex").slice(0, 15),
    api_type: "rest",
    clientip: details.clientip ?? "",
    clientip_country: "",
    serverip: details.serverip ?? "",
    serverip_country: "",
    software: details.software ?? "",
    user: details.clerk ?? "",
  };
}
