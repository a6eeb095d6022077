/** As many rivals of a deposit are named: that there are any decides. */
export const MAX_RIVALS = 10;
