/**
 * Currencies by ISO 4217. The gateway names them by number ("978"); a missing one is the merchant's own, US dollars
 * (contract: Processing a transaction, currency).
 */

/** The merchant's own currency: the gateway's batch totals are in it. */
export const ownCurrency = "USD";

export type Currency = {
  /** "EUR"; of what isn't in ISO 4217, the code itself, or "XXX" where it is no code at all: it is part of files and their names. */
  code: string;
  isKnown: boolean;
  /** How many digits follow the decimal point. */
  decimals: number;
};

/** The currency of a code as the gateway sends it: "978", "EUR", or missing. */
export function currencyOf(code: string | undefined): Currency {
  if (!code) return own;
  const text = code.trim().toUpperCase();
  const alpha = byNumber.get(text.padStart(3, "0")) ?? (known.has(text) ? text : undefined);
  return alpha
    ? { code: alpha, isKnown: true, decimals: otherDecimals[alpha] ?? 2 }
    : { code: /^[A-Z0-9]{1,8}$/.test(text) ? text : noCode, isKnown: false, decimals: 2 };
}

/** By ISO 4217: no currency. */
const noCode = "XXX";

const own: Currency = { code: ownCurrency, isKnown: true, decimals: 2 };

/** Sorts by the letters of currencies, the merchant's own first. */
export const byOwnFirst = (one: string, other: string): number =>
  Number(other === ownCurrency) - Number(one === ownCurrency) || (one < other ? -1 : 1);

export const isOwnCurrency = (code: string | undefined) => currencyOf(code).code === ownCurrency;

/** The letters of a currency other than the merchant's own; undefined for that. */
export function otherCurrency(code: string | undefined): string | undefined {
  const { code: letters } = currencyOf(code);
  return letters === ownCurrency ? undefined : letters;
}

/** How the gateway may name a currency: by its letters and by its number. */
export const currencyNames = (code: string): string[] => [
  code,
  ...pairs.filter(([, letters]) => letters === code).map(([number]) => number),
];

/** The number of a currency by its letters or its number; undefined if it isn't in ISO 4217. */
export function currencyNumber(code: string): string | undefined {
  const named = currencyOf(code);
  return named.isKnown ? pairs.find(([, letters]) => letters === named.code)?.[0] : undefined;
}

/** The letters of all active currencies. */
export const currencyCodes = (): string[] => pairs.map(([, letters]) => letters);

/** All active ones, letters and number. Metals, test codes and units of account are left out. */
const active = `
  AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BGN975 BHD048
  BIF108 BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHE947
  CHF756 CHW948 CLF990 CLP152 CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214
  DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320
  GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392
  KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426
  LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MXV979
  MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586
  PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654
  SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949
  TTD780 TWD901 TZS834 UAH980 UGX800 USD840 UYI940 UYU858 UYW927 UZS860 VED926 VES928 VND704 VUV548
  WST882 XAD396 XAF950 XCD951 XCG532 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924
`;
const pairs = active
  .trim()
  .split(/\s+/)
  .map((pair) => [pair.slice(3), pair.slice(0, 3)] as const);
const byNumber = new Map(pairs);
const known = new Set(byNumber.values());

const otherDecimals: Record<string, number> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  ...Object.fromEntries("CLF UYW".split(" ").map((code) => [code, 4])),
};
