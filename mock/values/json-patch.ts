import { isDeepStrictEqual } from 'node:util';
import { countParts, isObject, own, pointerTokens } from '../../openapi/contract';
import { put } from '../values/shape';

/** `operations` are no JSON Patch, or go beyond a limit; a `record` has no such member, or fails a test. The message has no full stop. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError';

  constructor(
    readonly fault: 'operations' | 'record',
    message: string,
  ) {
    super(message);
  }
}

/** One operation of a JSON Patch (RFC 6902 §4). */
interface Step {
  readonly op: Op;
  readonly path: Pointer;
  readonly from: Pointer;
  readonly value: unknown;
}

interface Pointer {
  readonly text: string;
  /** From the object around the whole. */
  readonly tokens: readonly [string, ...string[]];
}

/** What an operation needs beside its path. */
const NEEDS = {
  add: 'value',
  remove: undefined,
  replace: 'value',
  move: 'from',
  copy: 'from',
  test: 'value',
} as const satisfies Readonly<Record<string, 'value' | 'from' | undefined>>;

type Op = keyof typeof NEEDS;

/** @throws JsonPatchError for what is none */
function readStep(operation: unknown): Step {
  const fields = isObject(operation) ? operation : {};
  const [op, path, from] = [own(fields, 'op'), own(fields, 'path'), own(fields, 'from')];
  if (!isOp(op)) throw new JsonPatchError('operations', `its "op" must be one of ${Object.keys(NEEDS).join(', ')}`);
  if (NEEDS[op] === 'value' && !Object.hasOwn(fields, 'value'))
    throw new JsonPatchError('operations', `"${op}" needs a "value"`);
  const isCarried = NEEDS[op] === 'from';
  return {
    op,
    path: readPointer('path', path),
    from: isCarried ? readPointer('from', from) : WHOLE,
    value: own(fields, 'value'),
  };
}

const isOp = (op: unknown): op is Op => typeof op === 'string' && Object.hasOwn(NEEDS, op);

const WHOLE: Pointer = { text: '', tokens: [''] };

/** A JSON pointer (RFC 6901 §3). */
function readPointer(member: string, text: unknown): Pointer {
  if (typeof text !== 'string' || !/^(?:\/(?:[^~]|~[01])*)?$/s.test(text))
    throw new JsonPatchError('operations', `its "${member}" must be a JSON pointer, such as "/name"`);
  const tokens = pointerTokens(text);
  // By an assignment it would be the prototype of an object, and no member.
  if (tokens.includes('__proto__'))
    throw new JsonPatchError('operations', `its "${member}" names "__proto__", which no record may have`);
  return { text, tokens: ['', ...tokens] };
}

/** An operation may move all that comes after a place in an array: this many of them take milliseconds. */
const MOST_OPERATIONS = 1000;
/** Each copy may hold the copies before it: thirty small operations would ask for 2^30 values. */
const MOST_CARRIED = 100_000;
/** As deep as JSON may be nested that is read. */
const DEEPEST = 200;

/** What all of these operations make of a value (RFC 6902), which itself stays as it is. @throws JsonPatchError for the first that fails */
export function applyJsonPatch(value: unknown, operations: readonly unknown[]): unknown {
  if (operations.length > MOST_OPERATIONS)
    throw new JsonPatchError('operations', `it has ${operations.length} operations, not ${MOST_OPERATIONS} or fewer`);
  const work: Work = { root: { '': clone(value) }, carried: 0 };
  for (const [index, operation] of operations.entries()) {
    try {
      const step = readStep(operation);
      STEPS[step.op](work, step);
    } catch (error) {
      if (error instanceof JsonPatchError)
        throw new JsonPatchError(error.fault, `operation ${index}: ${error.message}`);
      throw error;
    }
  }
  return own(work.root, '');
}

interface Work {
  /** The value, as the member "" of an object: so the whole has a place like any of its parts. */
  readonly root: Record<string, unknown>;
  /** How many values were copied and moved. */
  carried: number;
}

const STEPS: Readonly<Record<Op, (work: Work, step: Step) => void>> = {
  add: (work, { path, value }) => insert(work, path, clone(value)),
  remove: (work, { path }) => {
    take(work, path);
  },
  replace: (work, { path, value }) => {
    const { holder, key } = existing(work, path);
    checkDepth(path, value);
    // An index of an array is a name of a member, too.
    (holder as Record<string, unknown>)[key] = clone(value);
  },
  move: (work, { path, from }) => {
    if (path.text.startsWith(`${from.text}/`))
      throw new JsonPatchError('operations', `"${from.text}" can't be moved into itself`);
    carry(work, existing(work, from).value);
    insert(work, path, take(work, from));
  },
  copy: (work, { path, from }) => {
    const { value } = existing(work, from);
    carry(work, value);
    insert(work, path, clone(value));
  },
  test: (work, { path, value }) => {
    const found = existing(work, path).value;
    if (found !== value && !isDeepStrictEqual(found, value))
      throw new JsonPatchError('record', `the test fails: "${path.text}" has another value`);
  },
};

type Holder = Record<string, unknown> | unknown[];

interface Slot {
  readonly holder: Holder;
  readonly key: string;
}

/** What a pointer's last token is in. */
function slotOf({ root }: Work, { text, tokens }: Pointer): Slot {
  let holder: unknown = root;
  for (const token of tokens.slice(0, -1)) holder = memberOf(holder, token);
  if (!Array.isArray(holder) && !isObject(holder))
    throw new JsonPatchError('record', `nothing is there that "${text}" could be in`);
  // All of it was cloned for this work, so it may be changed.
  return { holder: holder as Holder, key: tokens.at(-1) ?? '' };
}

/** The place of a pointer where there is something, and what that is. */
function existing(work: Work, pointer: Pointer): Slot & { readonly value: unknown } {
  const place = slotOf(work, pointer);
  const value = memberOf(place.holder, place.key);
  if (value === undefined) throw new JsonPatchError('record', `there is nothing at "${pointer.text}"`);
  return { ...place, value };
}

/** Undefined where there is none, which no value of JSON is. */
function memberOf(holder: unknown, key: string): unknown {
  if (Array.isArray(holder)) return INDEX.test(key) ? holder[Number(key)] : undefined;
  return isObject(holder) ? own(holder, key) : undefined;
}

/** RFC 6901 §4: digits without a leading zero. */
const INDEX = /^(?:0|[1-9]\d*)$/;

function insert(work: Work, pointer: Pointer, value: unknown): void {
  checkDepth(pointer, value);
  const { holder, key } = slotOf(work, pointer);
  if (!Array.isArray(holder)) {
    holder[key] = value;
    return;
  }
  const index = key === '-' ? holder.length : INDEX.test(key) ? Number(key) : Number.NaN;
  if (!(index <= holder.length))
    throw new JsonPatchError('record', `"${pointer.text}" is no place in an array of ${holder.length}`);
  holder.splice(index, 0, value);
}

function take(work: Work, pointer: Pointer): unknown {
  const { holder, key, value } = existing(work, pointer);
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return value;
}

function carry(work: Work, value: unknown): void {
  work.carried += countParts(value, MOST_CARRIED - work.carried + 1);
  if (work.carried > MOST_CARRIED)
    throw new JsonPatchError('operations', `more than ${MOST_CARRIED} values would be copied or moved`);
}

function checkDepth({ tokens }: Pointer, value: unknown): void {
  if (tokens.length + depthOf(value) > DEEPEST)
    throw new JsonPatchError('operations', `the record would be nested more than ${DEEPEST} levels deep`);
}

/** Not `structuredClone`, whose objects are of another realm than all others in Jest, and so equal to none of them. */
function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) put(copy, name, clone(value[name]));
  return copy;
}

/** No value here is deeper than what is read. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member));
  return deepest + 1;
}
