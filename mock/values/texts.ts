import type { Arbitrary } from 'fast-check';
import { leastPartsOf, memoizedByText, type Schema } from '../../openapi/contract';
import { randomUuid } from '../world/rules/random';
import type { Random } from '../world/stores/random';
import type { Source } from './source';

/** Of a schema that asks for longer texts none is made up that fits it. */
const MAX_LENGTH = 100_000;
/** The same for a pattern that asks for more parts, of which 200 texts are made. */
const MAX_PARTS = 10_000;

/** Candidates for a flat schema's format, pattern and length, the most expressive first. */
export function* textsOf(schema: Schema, source: Source): Iterable<string> {
  const { pattern, maxLength = Number.POSITIVE_INFINITY } = schema;
  const minLength = Math.min(schema.minLength ?? 0, MAX_LENGTH);
  if (pattern !== undefined && leastPartsOf(pattern) <= MAX_PARTS) yield* matching(pattern, source.random);
  const text = FORMATS[schema.format ?? '']?.(source) ?? 'text';
  yield text.padEnd(minLength, 'x').slice(0, maxLength);
  yield text.padStart(minLength, 'x');
  for (let length = minLength; length <= Math.min(maxLength, minLength + 40); length += 1) {
    for (const letter of ['0', '1', 'a', 'A']) yield letter.repeat(length);
  }
}

const FORMATS: Readonly<Record<string, (source: Source) => string>> = {
  'date-time': ({ now }) => new Date(now).toISOString(),
  date: ({ now }) => new Date(now).toISOString().slice(0, 10),
  time: ({ now }) => new Date(now).toISOString().slice(11),
  duration: () => 'PT1M',
  uuid: ({ random }) => randomUuid(random),
  email: () => 'someone@example.com',
  hostname: () => 'www.example.com',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  uri: () => 'https://www.example.com/',
  url: () => 'https://www.example.com/',
  'uri-reference': () => '/',
  byte: () => 'dGV4dA==',
};

/** Some of the texts may fit what the arbitrary leaves out, by chance; mostly the first does, and the others need not be made. */
function* matching(pattern: string, random: Random): Iterable<string> {
  const { sample: draw } = require('fast-check') as typeof import('fast-check');
  const seed = Math.floor(random() * 2 ** 31);
  const texts = arbitraryOf(pattern);
  if (texts === undefined) return;
  yield* draw(texts, { numRuns: 1, seed });
  yield* draw(texts, { numRuns: 200, seed }).slice(1);
}

/**
 * fast-check makes texts from patterns; it is loaded when a contract has one. It does not support look-ahead and
 * look-behind: these are removed. Undefined for a pattern that it does not support (nested look-around, a back-reference):
 * the other candidates must do. To read a pattern may take longer than all the texts.
 */
const arbitraryOf = memoizedByText((pattern): Arbitrary<string> | undefined => {
  const { stringMatching } = require('fast-check') as typeof import('fast-check');
  const plain = pattern.replaceAll(/\(\?<?[=!][^()]*\)/g, '');
  try {
    return stringMatching(new RegExp(plain, 'u'));
  } catch {
    return undefined;
  }
});
