/** A page has nothing that interrupts a pattern, and no clients but its own scripts. */
export const timedTest = () => (pattern: RegExp, text: string) => pattern.test(text);
