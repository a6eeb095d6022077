/** Where a tab keeps the commands that have no answer: components/payment-result/queue/unanswered.ts. */
export const unansweredItem = "unanswered-commands";
