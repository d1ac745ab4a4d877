import { LEFT_OUT } from './draft';
import type { Kind } from './kinds';
import { TYPES } from './types';

/** What stands for an object of a kind where there is none, and what is said of it. */
export interface Instead {
  readonly value: object;
  readonly remedy: string;
}

/** What is expected of members that may be something else than objects. */
export const MEMBERS: Readonly<Partial<Record<Kind, string>>> = { schema: 'a schema' };

const ANYTHING: Instead = { value: {}, remedy: 'Any value is taken there.' };

/** By what another value is meant, where that can be told. */
const MEANT: Readonly<Partial<Record<Kind, (value: unknown) => Instead | undefined>>> = {
  schema: (value) => {
    const type = typeof value === 'string' ? TYPES.get(value.toLowerCase()) : undefined;
    return type === undefined ? ANYTHING : { value: type, remedy: 'It is read as a type.' };
  },
  response: (value) => ({
    value: { description: typeof value === 'string' ? value : '' },
    remedy: 'The reply is read as one without a body.',
  }),
  'media type': () => ANYTHING,
  example: (value) => ({ value: { value }, remedy: 'It is read as the value of an example.' }),
};

/**
 * What takes the place of a value that is no object of its kind; nothing where it can be left out.
 *
 * @param isListed whether it stands in an array, where others keep their places
 */
export function insteadOf(kind: Kind, value: unknown, isListed: boolean): Instead | undefined {
  return MEANT[kind]?.(value) ?? (isListed ? { value: {}, remedy: LEFT_OUT } : undefined);
}

/** What stands where a reference leads to nothing; nothing where it can be left out. */
export function withoutTarget(kind: Kind, isListed: boolean): Instead | undefined {
  if (kind === 'schema' || kind === 'media type') return ANYTHING;
  if (kind === 'response') return { value: { description: '' }, remedy: 'The reply is read as one without a body.' };
  return isListed ? { value: {}, remedy: LEFT_OUT } : undefined;
}
