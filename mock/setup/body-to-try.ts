import { isJson, type RequestBody, validatorOf } from '../../openapi/contract';
import { sample } from '../values/sample';
import { pick } from '../values/shape';
import { createRandom } from '../world/rules/random';

interface BodyToTry {
  readonly type: string;
  readonly value: unknown;
}

/** A body that a request may have: the document's example, else one made up; undefined where none is found that fits. */
export function bodyToTry({ content: [media] }: RequestBody): BodyToTry | undefined {
  if (media === undefined) return undefined;
  const { type, schema, examples } = media;
  if (examples[0] !== undefined) return { type, value: examples[0].value };
  if (schema === undefined || !isJson(type)) return undefined;
  const value = pick(schema, sample(schema, { random: createRandom(1), now: Date.now() }));
  return validatorOf(schema, 'request')(value) === undefined ? { type, value } : undefined;
}
