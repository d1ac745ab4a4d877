import type { JsonObject } from '../json/value';
import type { Source } from '../model/contract';
import { ContractError } from '../model/problem';

/** What to do about a document that is not OpenAPI. */
export const REMEDY = 'See the OpenAPI specification, 3.0 or 3.1.';

/** Levels of a document with its references followed, each object counted where it is met first. */
const MAX_LEVELS = 2000;

/** What goes through chains of references may find V8's stack too small. */
export const chainTooLong = ({ name }: Source): ContractError =>
  new ContractError(
    name,
    '',
    `has references that lead on through more than ${MAX_LEVELS} levels of it.`,
    'Make it flatter.',
  );

/** @throws ContractError for a document through which references lead on and on */
export function refuseLongChains(source: Source, document: JsonObject): void {
  const seen = new Set<object>([document]);
  const ways: Iterator<unknown>[] = [Object.values(document).values()];
  while (ways.length > 0) {
    if (ways.length > MAX_LEVELS) throw chainTooLong(source);
    const { done, value } = ways.at(-1)?.next() ?? { done: true };
    if (done === true) ways.pop();
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      ways.push(Object.values(value).values());
    }
  }
}
