import type { Resource } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { expansionIn } from './expanded';

const id = { type: 'string' };
const record = (properties: object) => ({ type: 'object', properties: { id, ...properties } });
const owner = { ...record({ name: { type: 'string' } }), required: ['id'] };
const line = record({ article_id: id, article: owner });
const records = record({
  owner_id: id,
  owner: { oneOf: [owner, { type: 'null' }] },
  lines: { type: 'array', items: line },
  payments: { type: 'array', items: record({ note_id: id }), description: 'Only there with `expand=payments`.' },
  size: { type: 'object', properties: { width: { type: 'integer' } } },
});

async function partsBy(parameter: object): Promise<readonly string[]> {
  const { resources } = await contractOf({
    openapi: '3.1.0',
    info: { title: 'An API', version: '1' },
    paths: {
      '/notes/{note_id}': {
        get: {
          parameters: [
            { name: 'note_id', in: 'path', required: true, schema: id },
            { in: 'query', ...parameter },
          ],
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: records } } } },
        },
      },
    },
  });
  const [resource] = resources as readonly [Resource];
  const { read } = resource.operations;
  const { parts = [] } = (read && expansionIn(read, resource, 'read')) ?? {};
  return parts.map(
    ({ name, isMany, isElseAbsent, isNullTold }) =>
      `${name}${isMany ? '[]' : ''}${isElseAbsent ? ' else absent' : ''}${isNullTold ? ' or null' : ''}`,
  );
}

const listed = (...names: readonly string[]) => ({ type: 'array', items: { type: 'string', enum: names } });

test.each([
  [
    'what may be null, arrays, and what stands within their items',
    { name: 'expand', schema: listed('owner', 'lines.article', 'payments') },
    ['owner', 'lines.article', 'payments[] else absent'],
  ],
  [
    'what is left out unless it is named',
    { name: 'include', description: 'Members to fill in. Those not named are omitted.', schema: listed('owner') },
    ['owner else absent'],
  ],
  [
    'names in a sentence, beside which their ids stand',
    { name: 'embed', description: 'Any of owner, lines.article, size: with commas.', schema: { type: 'string' } },
    ['owner', 'lines.article'],
  ],
  [
    'what words say to be null where there is none',
    {
      name: 'expand',
      description: 'A relation whose id is null is shown as null.',
      schema: listed('owner', 'payments'),
    },
    ['owner or null', 'payments[] else absent'],
  ],
  ['a name that says no such thing', { name: 'include', description: 'Kinds.', schema: listed('owner') }, []],
])('of what is put into records: %s', async (_, parameter, wanted) => {
  expect(await partsBy(parameter)).toEqual(wanted);
});
