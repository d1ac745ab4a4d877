import { fits, isJson, type RequestBody, stringifyJson } from '../../openapi/contract';
import { sample } from '../values/sample';
import { pick } from '../values/shape';
import type { Source } from '../values/source';

interface BodyToTry {
  readonly type: string;
  readonly value: unknown;
}

/** A command is to be read: a longer body, in characters, is the least that fits. */
const LONGEST = 300;

/** A body that a request may have: the document's example, else one made up; undefined where none is found that fits. */
export function bodyToTry({ content: [media] }: RequestBody, source: Source): BodyToTry | undefined {
  if (media === undefined) return undefined;
  const { type, schema, examples } = media;
  if (examples[0] !== undefined) return { type, value: examples[0].value };
  if (schema === undefined || !isJson(type)) return undefined;
  const made = [source, { ...source, makeUp: undefined }].map((one) => pick(schema, sample(schema, one)));
  const fitting = made.filter((value) => fits(schema, 'request', value));
  const value = fitting.find((one) => stringifyJson(one).length <= LONGEST) ?? fitting.at(-1);
  return value === undefined ? undefined : { type, value };
}
