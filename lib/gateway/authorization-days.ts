/** Days until an authorization expires at the gateway, unless the key's settings say otherwise. */
export const authorizationDays = 30;
