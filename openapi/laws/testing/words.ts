import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { SHIPPED_DOCUMENT } from '../../contract';

/** Words of the document that the trade uses as well, in other meanings. */
const OF_THE_TRADE: ReadonlySet<string> = new Set([
  'name',
  'status',
  'id',
  'code',
  'message',
  'limit',
  'Error',
  'Retry-After',
  // OpenAPI's own word for a kind of security scheme.
  'apiKey',
]);

/** Every name that the shipped document gives to something of its own. */
export function wordsOfTheApi(): readonly string[] {
  const words = namesIn(load(readFileSync(SHIPPED_DOCUMENT, 'utf8')), '');
  return [...new Set(words)].filter((word) => !OF_THE_TRADE.has(word));
}

/** Objects whose keys are names that the document gives. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'schemas', 'headers', 'parameters', 'securitySchemes']);

/** @param key The key under which the value stands. */
function namesIn(value: unknown, key: string): readonly string[] {
  if (Array.isArray(value)) {
    const names = key === 'enum' || key === 'tags' ? value.filter((one) => typeof one === 'string') : [];
    return [...names, ...value.flatMap((one) => namesIn(one, ''))];
  }
  if (typeof value !== 'object' || value === null) return key === 'operationId' ? [String(value)] : [];
  const entries = Object.entries(value);
  return [
    ...(key === 'paths' ? entries.flatMap(([path]) => path.split('/').filter((part) => /^\w+$/.test(part))) : []),
    ...(NAMED.has(key) ? entries.map(([name]) => name) : []),
    // A parameter, a plan.
    ...entries.flatMap(([name, one]) => (name === 'name' && typeof one === 'string' ? [one] : [])),
    ...entries.flatMap(([name, one]) => (name === 'example' || name === 'examples' ? [] : namesIn(one, name))),
  ];
}
