/** A page sees no coded bytes: `fetch` decodes them, so that what is told of them is only how many they are. */
export const gzipSync = (bytes: string | Uint8Array): Buffer => Buffer.from(bytes);
