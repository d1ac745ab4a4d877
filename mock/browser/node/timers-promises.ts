import * as timers from './timers';

/** `node:timers/promises` in a page. */
export function setTimeout<Value>(
  ms?: number,
  value?: Value,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      timers.clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = timers.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

export const setImmediate = <Value>(value?: Value): Promise<Value | undefined> =>
  new Promise((resolve) => timers.setImmediate(() => resolve(value)));
