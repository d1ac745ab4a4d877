import type { Lawful } from '../server/cases';
import { saying } from '../server/saying';
import { bucket, sliding } from './allowances';
import { anyOrder, huge, knownCategories, newestFirst, scattered } from './records';
import { chunked, compressed, slowly } from './transport';
import { detailedErrors, escaped, moreFields, pretty } from './writing';

const because = 'Each part of it is lawful, and they do not touch.';

/** Several of the others at once. */
export const combined: readonly Lawful[] = [
  {
    name: 'behind a proxy: gzip, chunks, white space, further fields',
    because,
    behaviour: { ...compressed('gzip'), send: chunked, print: pretty, ...moreFields, ...detailedErrors },
  },
  {
    name: 'large and busy: 2,000 records in any order, scattered ids, a sliding window',
    because,
    behaviour: { ...huge, ...anyOrder, ...sliding, assignId: ({ made }) => scattered(10_000 + made) },
    needs: { limitKey: true },
  },
  {
    name: 'strict: categories must exist, a bucket that refills, the newest first, JSON in ASCII',
    because,
    behaviour: { ...knownCategories, ...bucket, ...newestFirst, print: escaped, ...detailedErrors },
    needs: { limitKey: true },
  },
  {
    name: 'far away: slow, closed connections, no Date, a longer base path',
    because,
    behaviour: { send: slowly, ...saying({ Connection: 'close', Date: undefined }), basePath: '/eu/animals/v1' },
    isSlow: true,
  },
];
