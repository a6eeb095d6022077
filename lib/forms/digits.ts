/** What a person typed, without the spaces and slashes between. */
export const digitsOf = (text: string) => text.replace(/\D/g, "");
