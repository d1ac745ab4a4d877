/** Whether a text can be sent as it is in any encoding that HTTP knows. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
