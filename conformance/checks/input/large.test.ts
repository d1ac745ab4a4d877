import { contractOf } from '../../../openapi/contract/testing/documents';
import { largestOf } from './large';

test.each([
  ['A body of more than 65536 bytes is a 413.', 'Too large.', 65_536],
  ['Requests above 64 KiB are refused with 413 (`too_large`).', 'Too large.', 65_536],
  ['| Status | Code |\n|---|---|\n| 409 | `twice` |\n| 413 | `too_large` (more than 64 KiB) |', 'Too large.', 65_536],
  ['Things.', 'The body exceeds the limit of 1 MB.', 1_048_576],
  ['Things.', 'The body is larger than 20 GB.', undefined],
  ['Files of more than 64 KiB are refused with 413.', 'Too large.', undefined],
  ['A body of more than 64 KiB may be refused with 413.', 'Too large.', undefined],
  ['A name has at most 64 bytes.', 'Too large.', undefined],
  ['Things.', 'The URL is longer than 8 KB.', undefined],
  ['Things.', 'More than 512 KB were sent within a minute.', undefined],
  ['Things.', 'JSON of more than 64 KiB, or XML of more than 1 MB.', undefined],
])('how large a body may be, by %j and %j: %j', async (description, refusal, wanted) => {
  const { operations } = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description } },
    paths: {
      '/things': {
        post: { operationId: 'addThing', responses: { 201: { description: 'Made.' }, 413: { description: refusal } } },
      },
    },
  });
  expect(operations.map(largestOf)).toEqual([wanted]);
});
