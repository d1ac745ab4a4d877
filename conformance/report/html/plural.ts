/** A number with its noun, such as `1 request` and `2 requests`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
