/** The control plane alone has streams, and a page has its client instead. */
export const toReadable = (): never => {
  throw new Error('A mock in a page has no streams.');
};
