import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringifyJson } from '../../../openapi/contract';
import type { HandWritten } from '../programs/express';
import type { Subject } from '../subject';
import type { ServerKind } from './kind';

/**
 * Bare Express 5, as a team would write a mock by hand: an array of the same records, a route for each operation,
 * `express.json()` and `res.json()`, with default settings (so with an ETag, which the mock does not send). It checks no
 * key, counts no allowance, validates nothing, filters nothing and sends none of the contract's headers.
 */
export function express(
  { contract: { prefix }, resource, idProperty, records }: Subject,
  pageSize: number,
  folder: string,
): ServerKind {
  const given: HandWritten = {
    collection: prefix + resource.collectionPath,
    idProperty,
    pageSize,
    records,
  };
  const file = join(folder, 'records.json');
  writeFileSync(file, stringifyJson(given));
  return {
    id: 'express',
    prefix,
    every: 1,
    args: (port) => [join(__dirname, '../programs/express.js'), `${port}`, file],
  };
}
