import { setImmediate } from 'node:timers/promises';

/** What a page keeps is in its IndexedDB: a state under each name, as the text of a file. Of its types those that are used. */
interface Asked<Result> {
  readonly result: Result;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface States {
  get(name: string): Asked<unknown>;
  put(text: string, name: string): Asked<unknown>;
}
interface Transaction {
  readonly error: unknown;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  objectStore(name: string): States;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite', options: object): Transaction;
  close(): void;
}
interface Opening extends Asked<Database> {
  onupgradeneeded: (() => void) | null;
}
interface WithDatabases {
  readonly indexedDB?: { open(name: string): Opening };
}

/** What to do about a state that can't be used. */
export const REMEDY = 'Give another name as the option state, or delete this one: it is in the IndexedDB of the page.';

const DATABASE = 'animal-store-mock';
const STATES = 'states';

function opened(): Promise<Database> {
  // The cast is true in a browser; the types are those of Node.
  const { indexedDB } = globalThis as WithDatabases;
  if (indexedDB === undefined) throw new Error('this page has no IndexedDB');
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STATES);
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** @returns what was asked for, once it is done and will last */
async function inStates<Result>(
  mode: 'readonly' | 'readwrite',
  ask: (states: States) => Asked<Result>,
): Promise<Result> {
  const database = await opened();
  try {
    const transaction = database.transaction(STATES, mode, { durability: 'strict' });
    const asked = ask(transaction.objectStore(STATES));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return asked.result;
  } finally {
    database.close();
  }
}

/** Writes a state as a whole or not at all. */
export async function replaceFile(name: string, pieces: AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    await setImmediate();
  }
  await inStates('readwrite', (states) => states.put(text, name));
}

/** @throws an error with Node's code where there is none */
export async function readSaved(name: string): Promise<string> {
  const text = await inStates('readonly', (states) => states.get(name));
  if (typeof text === 'string') return text;
  throw Object.assign(new Error('there is no such state'), { code: 'ENOENT' });
}

export async function copyBeside(name: string): Promise<string> {
  const text = await readSaved(name);
  const copy = `${name}.bak`;
  await inStates('readwrite', (states) => states.put(text, copy));
  return copy;
}

export const targetOf = async (name: string): Promise<string> => name;
export const removeLeftovers = async (): Promise<void> => {};
