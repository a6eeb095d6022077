/** What an API key is allowed and how the gateway behaves for it. */
export type SourceSettings = {
  name: string;
  duplicates: "off" | "all" | "card-amount" | "card-amount-orderid";
  /** Wire names; undefined allows all. */
  commands?: string[] | undefined;
  allowedIps?: string[] | undefined;
  /** Days an authorization is good for. */
  authorizationDays: number;
  captureExpired: "error" | "reauth" | "override";
  refundUnsettled: boolean;
};

export type Source = { id: number; pin: string; settings: SourceSettings };

/** What a registered endpoint key has of its own. */
export type EndpointSettings = {
  limits?: { minute: number; day: number } | undefined;
  allowedIps?: string[] | undefined;
};

export const defaultSourceSettings: SourceSettings = {
  name: "Sandbox",
  duplicates: "card-amount-orderid",
  authorizationDays: 30,
  captureExpired: "error",
  refundUnsettled: true,
};

/** The endpoint key that needs no registering (contract: Versioning). */
export const defaultEndpoint = "v2";
