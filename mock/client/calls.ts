import { isObject } from '../../openapi/contract';
import { describe, isPromise } from '../../openapi/program/option';

/** A parameter of a method. */
interface Parameter {
  /** What messages call its value. */
  readonly noun: string;
  /** Completes `expected …`. */
  readonly expected: string;
  holds(given: unknown): boolean;
}

const object = (noun: string, expected: string, holds: (given: unknown) => boolean = () => false): Parameter => ({
  noun,
  expected,
  holds: (given) => (isObject(given) && !isPromise(given)) || holds(given),
});

const mayBeLeftOut = (given: unknown): boolean => given === undefined;

const text = (noun: string, expected: string): Parameter => ({
  noun,
  expected,
  holds: (given) => typeof given === 'string',
});

/** What the methods of the clients take, by their names. Those that are not here take nothing. */
const PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  'clock.advance': [
    {
      noun: 'number',
      expected: 'a number of seconds, such as 60',
      holds: (given) => typeof given === 'number' && !Number.isNaN(given),
    },
  ],
  'clock.set': [
    {
      noun: 'argument',
      expected: "an instant: a Date, Unix milliseconds or a text such as '2026-11-24T12:00:00Z'",
      holds: (given) => given instanceof Date || typeof given === 'number' || typeof given === 'string',
    },
  ],
  'faults.add': [object('rule', 'a rule such as { status: 503, times: 1 }')],
  'faults.remove': [text('id', "the id of a fault, a text such as '1'")],
  'choices.set': [object('change', 'a change such as { vary: 7 }, or { choices: {} } for none')],
  'allowances.set': [
    text('name', 'the name of a key, a text'),
    object('change', 'a change such as { left: { minute: 0 } }'),
  ],
  requests: [object('pattern', 'a pattern such as { status: 404 }, or none', mayBeLeftOut)],
  restore: [object('state', 'a state such as state() returns, or some of its members')],
  session: [object('options', 'options such as { seed: 7 }, or none', mayBeLeftOut)],
};

/** Where a client's methods are called. */
export interface Caller {
  /** What the methods stand on in messages: `mock`, or `session`. */
  readonly name: string;
  /** @throws Error, with what it is about, where no method can be called any more */
  ensureOpen(): void;
}

/** That of a session's client, whose mock may be closed before it. */
export const sessionCaller = (ensureMockOpen: Caller['ensureOpen'], isClosed: () => boolean): Caller => ({
  name: 'session',
  ensureOpen() {
    ensureMockOpen();
    if (isClosed()) throw new Error('This session is closed: close() was called before.');
  },
});

/**
 * A client whose methods refuse arguments of another kind than they take, and whose errors begin with the name of the
 * method: `mock.faults.add: …`. A method of a client that was closed says so.
 *
 * @param atOnce the parts of the client whose methods return no promise
 */
export function withNames<Client extends object>(
  caller: Caller,
  client: Client,
  atOnce: readonly string[] = [],
): Client {
  const named = (members: object, path: string, isAtOnce: boolean): object => {
    const entries = Object.entries(Object.getOwnPropertyDescriptors(members)).map(([name, descriptor]) => {
      const full = path === '' ? name : `${path}.${name}`;
      const { value, get } = descriptor;
      if (get !== undefined) return [name, { ...descriptor, get: withName(caller, full, get.bind(members), isAtOnce) }];
      const wrapped =
        typeof value === 'function'
          ? withName(caller, full, value.bind(members), isAtOnce)
          : named(value, full, atOnce.includes(full));
      return [name, { ...descriptor, value: wrapped }];
    });
    return Object.defineProperties({}, Object.fromEntries(entries));
  };
  // The cast is true: each member is wrapped in one of the same type.
  return named(client, '', false) as Client;
}

/**
 * A method that refuses arguments of another kind than it takes, and whose errors begin with its name.
 *
 * @param isAtOnce whether what it throws is thrown at once, and is no rejection
 */
export function withName<Given extends readonly unknown[], T>(
  caller: Caller,
  name: string,
  method: (...given: Given) => T,
  isAtOnce = false,
): (...given: Given) => T {
  const parameters = PARAMETERS[name] ?? [];
  const call = (given: Given): T => {
    caller.ensureOpen();
    checkArguments(parameters, given);
    return method(...given);
  };
  const rename = (error: unknown, from: typeof atOnce | typeof later): never => {
    const named = inName(`${caller.name}.${name}`, parameters, error);
    // The first line of its stack is that of the caller.
    if (named instanceof Error) Error.captureStackTrace?.(named, from);
    throw named;
  };
  const atOnce = (...given: Given): T => {
    try {
      return call(given);
    } catch (error) {
      return rename(error, atOnce);
    }
  };
  // What it is given is copied before anything is waited for.
  const later = async (...given: Given): Promise<unknown> => {
    try {
      return await call(given);
    } catch (error) {
      return rename(error, later);
    }
  };
  // The cast is true: its method returns a promise.
  return isAtOnce ? atOnce : (later as typeof atOnce);
}

/** `fetch` as it is, until its mock is closed: what it rejects with is that of every `fetch`. */
export const whileOpen =
  <Given extends readonly unknown[], T>({ name, ensureOpen }: Caller, fetch: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    try {
      ensureOpen();
    } catch (error) {
      throw inName(`${name}.fetch`, [], error);
    }
    return fetch(...given);
  };

function checkArguments(parameters: readonly Parameter[], given: readonly unknown[]): void {
  for (const [at, { expected, holds }] of parameters.entries()) {
    if (!holds(given[at])) throw new TypeError(`Expected ${expected}, not ${describe(given[at])}.`);
  }
}

/** An error with the name of the call before its sentence, and with the name of what was given in place of "argument". */
function inName(call: string, parameters: readonly Parameter[], error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const noun = parameters.at(-1)?.noun ?? 'argument';
  const message = error.message
    .replace(/^The argument(?= )/, `The ${noun}`)
    .replace(/^(?!Redis\b)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const options = 'cause' in error ? { cause: error.cause } : {};
  const Kind = error instanceof TypeError ? TypeError : Error;
  return new Kind(`${call}: ${message}`, options);
}
