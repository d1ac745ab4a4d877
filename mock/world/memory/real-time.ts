/**
 * The real time, in Unix milliseconds. Taken from `Date` as it was when the mock was loaded: in a test that fakes the time
 * of the program it tests (`jest.useFakeTimers()`, `vi.useFakeTimers()`), the mock's own clock goes on.
 */
export const realTime: () => number = Date.now;
