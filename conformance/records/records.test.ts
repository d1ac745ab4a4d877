import type { Parameter, Resource } from '../../openapi/contract';
import { referredBy } from './records';

const resource = (name: string, idParameter?: string): Resource => ({
  ...{
    name,
    storedIn: name,
    collectionPath: `/${name}`,
    itemPath: undefined,
    operations: {},
    schema: {},
    idProperty: 'id',
  },
  ...{
    filters: [],
    pageSize: undefined,
    paging: undefined,
    idChoice: 'service',
    shown: {},
    taken: {},
    isSure: true,
    guessed: [],
  },
  idParameter: idParameter === undefined ? undefined : parameter(idParameter),
});

const parameter = (name: string): Parameter => ({
  ...{
    name,
    in: 'path',
    required: true,
    schema: {},
    style: 'simple',
    explode: false,
    allowsEmpty: false,
    separator: undefined,
    mediaType: undefined,
    examples: [],
    pointer: '',
  },
});

const resources = [resource('categories'), resource('people', 'authorId'), resource('cats'), resource('boxes', 'id')];

test.each([
  ['categoryId', 'categories'],
  ['category_id', 'categories'],
  ['authorId', 'people'],
  ['author_id', 'people'],
  ['boxId', 'boxes'],
  ['catId', 'cats'],
  ['ownerId', undefined],
  ['category', undefined],
  ['grid', undefined],
])('%s holds ids of %s', (name, wanted) => {
  expect(referredBy({ resources }, name)?.name).toBe(wanted);
});
