import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { isObject, propertiesOf, type Resource, stringifyJson } from '../../openapi/contract';
import type { Subject } from './subject';

/** How many records are written at a time: one by one is slow, and a million at once are 80 MB of text. */
const LOT = 10_000;

/** Writes a fixtures file with this many records. */
export async function writeRecords(path: string, subject: Subject, count: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(`{${stringifyJson(subject.resource.name)}:[`);
  for (let from = 1; from <= count; from += LOT) {
    const ids = Array.from({ length: Math.min(LOT, count - from + 1) }, (_, place) => from + place);
    const lot = ids.map((id) => stringifyJson(recordOf(subject, id))).join(',\n');
    if (!file.write(from === 1 ? lot : `,\n${lot}`)) await once(file, 'drain');
  }
  file.end(']}');
  await once(file, 'finish');
}

/**
 * The contract's example with another id. The values of the filter are spread evenly, and a text contains the id, since
 * equal texts would share their memory.
 *
 * @param id from 1
 */
export function recordOf(
  { resource, idProperty, example, filter }: Subject,
  id: number,
): Readonly<Record<string, unknown>> {
  const texts = Object.entries(example).filter(([name, value]) => typeof value === 'string' && isFree(resource, name));
  return {
    ...example,
    ...Object.fromEntries(texts.map(([name, value]) => [name, `${String(value)} ${id}`])),
    [filter.property]: filter.values[id % filter.values.length],
    [idProperty]: id,
  };
}

const LIMITING = ['enum', 'const', 'format', 'pattern', 'maxLength'];

function isFree({ schema }: Resource, property: string): boolean {
  const found = propertiesOf(schema).get(property)?.schema;
  return isObject(found) && LIMITING.every((word) => found[word] === undefined);
}
