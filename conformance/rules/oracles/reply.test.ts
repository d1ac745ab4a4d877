import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { headers } from './reply';

test.each([
  ['`attachment` with a file name that ends in `.csv` or `.json`.', 'attachment; filename="a.csv"', []],
  ['`attachment` with a file name that ends in `.csv` or `.json`.', "attachment; filename*=UTF-8''a.json", []],
  [
    '`attachment` with a file name that ends in `.csv` or `.json`.',
    'attachment; filename="a.txt"',
    ['Content-Disposition otherwise'],
  ],
  ['`attachment` with a file name.', 'inline; filename="a.csv"', ['Content-Disposition otherwise']],
  ['`attachment` or `inline`.', 'inline', []],
  ['`attachment` if `download` is true.', 'inline', []],
  ['`attachment` by default; `inline` where that is asked for.', 'inline', []],
  ['`attachment` with a file name that ends in `.csv`.', 'attachment; filename="May; June.csv"; size=3', []],
  ['How it is shown.', 'inline', []],
  ['attachment; filename="export-<id>.csv", or .jsonl', 'attachment; filename="export-1.csv"', []],
  [
    'attachment; filename="export-<id>.csv", or .jsonl',
    'attachment; filename="export-1.jsonl"',
    ['Content-Disposition otherwise'],
  ],
  ['attachment; filename="invoice.pdf" or the like', 'attachment; filename="b.pdf"', []],
])('how a file is offered is as words beside the header say: %s, %s', async (description, value, keys) => {
  const header = { description, schema: { type: 'string' } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Files', version: '1' } },
    paths: {
      '/file': {
        get: {
          operationId: 'getFile',
          responses: {
            200: { description: 'It.', headers: { 'Content-Disposition': header }, content: { 'text/csv': {} } },
          },
        },
      },
    },
  });
  const exchange = exchangeOf(contract, {
    operation: 'getFile',
    headers: { 'content-type': 'text/csv', 'content-disposition': value },
    body: 'a',
  });
  const found = headers.judge({ exchange, contract, target: {} } as unknown as { exchange: typeof exchange } & History);
  expect(found?.map(({ key }) => key)).toEqual(keys);
});
