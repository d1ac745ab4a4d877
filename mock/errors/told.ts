import { fits, keywordOf, type Schema, typesOf } from '../../openapi/contract';
import type { Facts } from './facts';
import { nearestWord } from './nearest-word';

/**
 * The first of these values that a member can hold, changed where its schema asks for other words or lengths; undefined
 * where it can hold none of them.
 */
export function toldIn(schema: Schema, candidates: readonly unknown[], { code, title, status }: Facts): unknown {
  if (candidates.length === 0) return undefined;
  const fitting = candidates.find((candidate) => fits(schema, 'response', candidate));
  if (fitting !== undefined) return fitting;
  const allowed = keywordOf(schema, 'enum')?.filter((value) => typeof value === 'string') ?? [];
  const words = candidates.filter((candidate) => typeof candidate === 'string');
  const word = allowed.length === 0 ? undefined : nearestWord(allowed, [...words, code, title, CLASS(status)]);
  const long = typesOf(schema).includes('string') ? words.map((text) => inBounds(schema, text)) : [];
  return [word, ...long].find((value) => value !== undefined && fits(schema, 'response', value));
}

const CLASS = (status: number): string => (status < 500 ? 'client request error' : 'server error');

function inBounds(schema: Schema, text: string): string {
  const [least = 0, most] = [keywordOf(schema, 'minLength'), keywordOf(schema, 'maxLength')];
  return [...text.padEnd(Math.min(least, LONGEST), '.')].slice(0, most).join('');
}

/** No message is made longer. */
const LONGEST = 10_000;
