import { setTimeout } from 'node:timers';
import { ContractError } from '../../openapi/contract';

interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, hold: () => Promise<void>): Promise<void>;
}

/** A page that was just left, and a worker that another has replaced, still have it for a moment, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Takes a state for this page or worker alone, until it is given back or the page is closed. Only pages that came by HTTPS or from
 * this machine have locks: others do without.
 *
 * @returns how to give it back
 * @throws ContractError where another tab has it
 */
export async function lock(name: string): Promise<() => Promise<void>> {
  // The cast is true in a browser; the types are those of Node.
  const { navigator } = globalThis as unknown as { readonly navigator: { readonly locks?: Locks } };
  const { locks } = navigator;
  if (locks === undefined) return async () => {};
  const tooLong = new AbortController();
  setTimeout(() => tooLong.abort(), PATIENCE_MS);
  let giveBack = (): void => {};
  const held = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  await new Promise<void>((resolve, reject) => {
    const hold = (): Promise<void> => {
      resolve();
      return held;
    };
    locks.request(`animal-store-mock ${name}`, { signal: tooLong.signal }, hold).catch(() => reject(inUse(name)));
  });
  return async () => giveBack();
}

const inUse = (name: string): ContractError =>
  new ContractError(
    name,
    '',
    'is in use by another tab.',
    'Close that one, give another name as the option state, or let a worker answer both: animal-store-mock worker.',
  );

export const unwritable = (name: string, error: unknown): ContractError =>
  new ContractError(
    name,
    '',
    `can't be saved: ${error instanceof Error ? error.message : String(error)}.`,
    'See how much the browser lets this page keep, or leave the option state out.',
  );
