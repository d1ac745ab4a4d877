import type { PageMember } from '../model/resource';
import { readOperations } from '../operations/operations';
import { CAT, query } from '../testing/paths';
import { findResources } from './resources';

const text = { type: 'string' };
const integer = { type: 'integer' };

/** How a list of these parameters, whose reply has these members beside the records, pages. */
function pagingOf(parameters: readonly object[], members: object = {}, headers: object = {}) {
  const schema = { type: 'object', properties: { found: { type: 'array', items: CAT }, ...members } };
  const reply = { description: '', headers, content: { 'application/json': { schema } } };
  const paths = { '/cats': { get: { parameters, responses: { '200': reply } } } };
  const [resource] = findResources(readOperations({ paths }));
  return resource?.paging;
}

const positionsOf = (...parameters: readonly object[]) =>
  pagingOf(parameters)?.positions.map(({ parameter, kind, base, isId }) => [
    parameter.name,
    isId ? `${kind} an id` : `${kind}${kind === 'page' || kind === 'offset' ? ` from ${base}` : ''}`,
  ]);

describe('the query says where a page begins', () => {
  test.each<[string, readonly object[], readonly (readonly string[])[] | undefined]>([
    ['by the number of the page', [query('page'), query('per_page')], [['page', 'page from 1']]],
    [
      'counted from 0 where the least is',
      [query('pageIndex', { ...integer, minimum: 0 })],
      [['pageIndex', 'page from 0']],
    ],
    [
      'counted from 0 by its default',
      [query('page[number]', { ...integer, default: 0 })],
      [['page[number]', 'page from 0']],
    ],
    ['by how many records come before', [query('$skip'), query('$top')], [['$skip', 'offset from 0']]],
    [
      'by the first of them, from 1',
      [query('startIndex', { ...integer, default: 1 })],
      [['startIndex', 'offset from 1']],
    ],
    ['by a token', [query('page_token', text)], [['page_token', 'after']]],
    ['by a token that is called a page', [query('page', text)], [['page', 'after']]],
    ['by a number in a text', [query('page', { ...text, default: '2' })], [['page', 'page from 1']]],
    [
      'by an id',
      [query('starting_after', text), query('ending_before', text)],
      [
        ['starting_after', 'after an id'],
        ['ending_before', 'before an id'],
      ],
    ],
    [
      'in two ways, numbers first',
      [query('PageToken', text), query('Page')],
      [
        ['Page', 'page from 1'],
        ['PageToken', 'after'],
      ],
    ],
    ['not by an instant', [query('after', { ...text, format: 'date-time' })], undefined],
    ['not by a property of records', [query('name', text)], undefined],
    ['not by a range', [query('from'), query('to')], undefined],
    ['not by a header', [{ ...query('page'), in: 'header' }], undefined],
  ])('%s', (_, parameters, found) => {
    expect(positionsOf(...parameters)).toStrictEqual(found);
  });

  test.each<[readonly object[], string | undefined]>([
    [[query('page'), query('count')], 'count'],
    [[query('offset'), query('year'), query('max-results')], 'max-results'],
    [[query('page'), query('limit', text)], 'limit'],
    [[query('page'), query('size', { ...text, enum: ['small', 'large'] })], undefined],
    [[query('page'), query('year')], undefined],
    [[query('page'), query('page[size]'), query('limit[friends]')], 'page[size]'],
  ])('and how long it is', (parameters, name) => {
    expect(pagingOf(parameters)?.size?.name).toBe(name);
  });
});

describe('the reply says', () => {
  const told = (members: object, ...parameters: readonly object[]) =>
    Object.fromEntries(
      (pagingOf(parameters, members)?.members ?? []).map(({ at, fact, form }: PageMember) => [
        at.join('.'),
        form === 'value' ? fact : `${fact} by ${form}`,
      ]),
    );
  const object = (properties: object) => ({ type: 'object', properties });

  test('how many records there are, and how many of them it shows', () => {
    expect(told({ count: integer })).toStrictEqual({ count: 'total' });
    expect(told({ count: integer, total_count: integer })).toStrictEqual({ count: 'count', total_count: 'total' });
    expect(told({ catsCount: integer, dogsCount: integer })).toStrictEqual({ catsCount: 'total' });
    expect(
      told({ meta: object({ totalItems: integer, color: text }), owner: object({ total: integer }) }),
    ).toStrictEqual({
      'meta.totalItems': 'total',
    });
  });

  test('which page it is', () => {
    expect(
      told({
        page: object({ number: integer, size: integer, totalElements: integer, totalPages: integer }),
        offset: integer,
        has_more: { type: 'boolean' },
        last: { type: 'boolean' },
      }),
    ).toStrictEqual({
      'page.number': 'page',
      'page.size': 'size',
      'page.totalElements': 'total',
      'page.totalPages': 'pages',
      offset: 'offset',
      has_more: 'hasNext',
      last: 'isLast',
    });
  });

  test('where the others are', () => {
    const uri = { ...text, format: 'uri' };
    expect(
      told(
        {
          next: text,
          next_page_uri: text,
          _links: object({ self: object({ href: uri }), prev: object({ href: uri }) }),
        },
        query('page'),
      ),
    ).toStrictEqual({
      next: 'next by url',
      next_page_uri: 'next by path',
      '_links.self.href': 'self by url',
      '_links.prev.href': 'previous by url',
    });
    expect(told({ next: text, next_cursor: text, cursor: text }, query('cursor', text))).toStrictEqual({
      next: 'next by position',
      next_cursor: 'next by position',
    });
    expect(told({ next_after: text, after_next: text }, query('after', text))).toStrictEqual({
      next_after: 'next by position',
    });
    expect(
      told({ paging: object({ next: object({ after: text, link: text }), cursors: object({ before: text }) }) }),
    ).toStrictEqual({
      'paging.next.after': 'next by position',
      'paging.next.link': 'next by url',
      'paging.cursors.before': 'previous by position',
    });
    expect(told({ next: integer, last: integer, href: text }, query('offset'))).toStrictEqual({
      next: 'next by position',
      last: 'last by position',
      href: 'self by url',
    });
  });

  test('some of it in headers', () => {
    const headers = { Link: { schema: text }, 'X-Total-Count': { schema: integer }, 'X-Rate': { schema: integer } };
    expect(pagingOf([], {}, headers)?.headers).toStrictEqual([
      { name: 'Link', description: '', kind: 'links' },
      { name: 'X-Total-Count', description: '', kind: 'fact', fact: 'total' },
    ]);
  });

  test('nothing of it, mostly', () => {
    expect(pagingOf([query('limit')], { name: text, tags: { type: 'array', items: text } })).toBeUndefined();
  });
});
