/** Sent to the window when the session has ended while a page is open: card data on it is cleared. */
export const signedOutEvent = "console:signed-out";
