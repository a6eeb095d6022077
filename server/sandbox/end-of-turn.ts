/** Resolves once what has arrived by now was looked at: the end of the event loop's turn. No timer, so who is alone waits for nothing. */
export const endOfTurn = (): Promise<void> => new Promise((done) => setImmediate(done));
