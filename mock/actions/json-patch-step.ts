import { isObject, own, pointerTokens } from '../../openapi/contract';

/**
 * Why operations can't be applied: `operations` where they are not what RFC 6902 has, go beyond a limit, or ask for a place
 * that is never theirs; `record` where the record has no such place, or fails a test. The message has no full stop.
 */
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
export interface Step {
  readonly op: Op;
  readonly path: Pointer;
  readonly from: Pointer;
  readonly value: unknown;
}

export interface Pointer {
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

export type Op = keyof typeof NEEDS;

/** @throws JsonPatchError for what is none */
export function readStep(operation: unknown): Step {
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
