/**
 * In the place of `node:timers`, whose functions a test cannot fake: those of the global object, which it can. The mock
 * takes Node's, so that the fake timers of its users' tests do not stop it, and jsdom's do not take their place.
 */
export const setTimeout = (...all: Parameters<typeof globalThis.setTimeout>) => globalThis.setTimeout(...all);
export const setInterval = (...all: Parameters<typeof globalThis.setInterval>) => globalThis.setInterval(...all);
export const clearTimeout = (...all: Parameters<typeof globalThis.clearTimeout>) => globalThis.clearTimeout(...all);
export const clearInterval = (...all: Parameters<typeof globalThis.clearInterval>) => globalThis.clearInterval(...all);
export const setImmediate = (run: () => void) => globalThis.setImmediate(run);
