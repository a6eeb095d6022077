/** Marks in the browser's performance timeline from which the time between a press and its result is measured. */
export const moneyMarks = { sent: "money-sent", answered: "money-answered" } as const;
