import { own, type Resource } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { leaves, namesOf } from './condition';
import { conditionsOf } from './conditions';
import {
  SAYS_BAD_CURSOR,
  SAYS_CURSOR_AGAIN,
  SAYS_CURSOR_BOUND,
  SAYS_ELSE_ABSENT,
  SAYS_NOT_NAMED,
  SAYS_OTHER_REFUSED,
} from './list-words';
import { misplacedIn, orderAsked, sortingOf, takesKeys } from './orders';
import type { JsonRecord } from './records';

const time = { type: 'string', format: 'date-time' };
const number = { type: 'integer' };
const PROPERTIES = {
  id: { type: 'string' },
  title: { type: 'string' },
  remark: { type: 'string' },
  email: { type: 'string', format: 'email' },
  status: { type: 'string', enum: ['open', 'shut'] },
  priceCents: number,
  stock: number,
  isOpen: { type: 'boolean' },
  cancelled: { type: 'boolean' },
  archived_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  tags: { type: 'array', items: { type: 'string' } },
  parts: { type: 'array', items: { type: 'object', properties: { kind_id: { type: 'string' }, count: number } } },
  serial: { type: 'string', description: 'A 64-bit integer, written as a string.' },
  crate: { type: 'object', properties: { weight_kg: number, wood: { type: 'string', enum: ['oak', 'elm'] } } },
  pack: {
    oneOf: ['box', 'bag'].map((name) => ({
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', const: name }, weight: number },
    })),
  },
  valid_from: { type: 'string', format: 'date' },
  valid_to: { type: 'string', format: 'date' },
  createdAt: { ...time, readOnly: true },
  updatedAt: { ...time, readOnly: true },
  starts_at: time,
  day: { type: 'string', format: 'date' },
};

/** The resource of things, whose list has these parameters and words. */
async function thingsWith(parameters: readonly object[], words: object = {}): Promise<Resource> {
  const [resource] = (
    await contractOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: {
            ...words,
            operationId: 'list',
            parameters: parameters.map((one) => ({ in: 'query', ...one })),
            responses: {
              200: {
                description: 'Things.',
                content: {
                  'application/json': { schema: { type: 'array', items: { type: 'object', properties: PROPERTIES } } },
                },
              },
            },
          },
        },
        '/things/{id}': {
          get: {
            operationId: 'read',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: {
              200: {
                description: 'One.',
                content: { 'application/json': { schema: { type: 'object', properties: PROPERTIES } } },
              },
            },
          },
        },
      },
    })
  ).resources;
  if (resource === undefined) throw new Error('There are no things.');
  return resource;
}

test('what lacks the property is outside a range where words say so', async () => {
  const keeps = async (description: string) =>
    conditionsOf(await thingsWith([{ name: 'archived_from', schema: time, description }]))[0]?.keeps(
      null,
      '2026-03-01T00:00:00Z',
    );
  expect(await keeps('Archived at this time or later. Things never archived do not match.')).toBe(false);
  expect(await keeps('Archived at this time or later; those without this time are left out.')).toBe(false);
  expect(await keeps('Archived at this time or later.')).toBeUndefined();
});

test('a choice of the name of an object asks for what tells its forms apart', async () => {
  const schema = { type: 'string', enum: ['box', 'bag'] };
  const [condition] = conditionsOf(await thingsWith([{ name: 'pack', schema }]));
  expect([condition?.kind, condition?.property]).toEqual(['equal', 'pack.type']);
  expect(['box', 'bag', undefined].map((one) => condition?.keeps(one, 'box'))).toEqual([true, false, undefined]);
  const other = { type: 'string', enum: ['box', 'crate'] };
  expect(conditionsOf(await thingsWith([{ name: 'pack', schema: other }]))).toEqual([]);
});

describe('a parameter asks for a range where its name and its words say so', () => {
  const OPEN = undefined;
  test.each([
    ['minPriceCents', number, 'Least price.', 'least priceCents', true],
    ['min_price_cents', number, 'Only things with at least this price.', 'least priceCents', true],
    ['priceCents_gte', number, 'Price greater than or equal to this.', 'least priceCents', true],
    ['price_cents_lt', number, 'Only things with less than this.', 'greatest priceCents', false],
    ['max_cents', number, 'Only those whose price is this or less.', 'greatest priceCents', true],
    ['max_price', number, 'Maximum price (`priceCents`), inclusive.', 'greatest priceCents', true],
    ['priceTo', number, 'Up to this price, inclusive.', 'greatest priceCents', true],
    ['createdAfter', time, 'Only things created after this time.', 'least createdAt', OPEN],
    ['created_after', time, 'Only things created strictly after this time.', 'least createdAt', false],
    ['created_from', time, 'Only things created at or after this time.', 'least createdAt', true],
    ['createdBefore', time, 'Created before this instant (exclusive).', 'greatest createdAt', false],
    ['createdAt[gte]', time, 'Created on or after.', 'least createdAt', true],
    ['created.lt', time, 'Created before this.', 'greatest createdAt', false],
    ['updated_since', time, 'Only things updated since then.', 'least updatedAt', OPEN],
    ['from', time, 'Only things that start at this time or later.', 'least starts_at', true],
    ['until', time, 'Only things whose `createdAt` is before this, exclusive.', 'greatest createdAt', false],
    [
      'createdTo',
      time,
      'Only things created before this instant, which is itself not included.',
      'greatest createdAt',
      false,
    ],
    ['created_until', time, 'Only things created until then, that instant included.', 'greatest createdAt', true],
    ['since', time, 'Only things created since then, inclusive.', 'least createdAt', true],
    ['to', time, 'Upper bound of `starts_at`, inclusive: up to this time.', 'greatest starts_at', true],
    ['stock_min', number, 'Minimum stock.', 'least stock', true],
    ['min_stock', number, 'Leaves out things with less stock than this.', 'least stock', true],
    ['max_stock', number, 'Hides what has more stock than this.', 'greatest stock', true],
    ['max_price', number, 'Upper bound of `priceCents`, exclusive.', 'greatest priceCents', false],
    ['min_price', number, 'Smallest `priceCents`, inclusive.', 'least priceCents', true],
    ['starts_from', time, 'The first day to return (inclusive).', 'least starts_at', true],
    ['starts_to', time, 'The day at which to stop (exclusive).', 'greatest starts_at', false],
    ['day_from', { type: 'string', format: 'date' }, 'From this day on (inclusive).', 'least day', true],
    ['from', time, 'Start of the period (inclusive), compared with `createdAt`.', 'least createdAt', true],
    ['to', time, 'End of the period (exclusive), compared with `createdAt`.', 'greatest createdAt', false],
    ['stock_gt', number, 'Stock strictly greater than.', 'least stock', false],
    ['stock[lte]', number, 'Stock less than or equal to.', 'greatest stock', true],
    [
      'createdTo',
      time,
      'Created before this time (the instant itself does not belong to it).',
      'greatest createdAt',
      false,
    ],
    ['createdTo', time, 'Created before (not at) this time.', 'greatest createdAt', false],
  ])('%s (%j): %s', async (name, schema, description, asked, isInclusive) => {
    const [condition] = conditionsOf(await thingsWith([{ name, schema, description }]));
    expect([`${condition?.kind} ${condition?.property}`, condition?.isInclusive]).toEqual([asked, isInclusive]);
  });

  test.each([
    ['min_price', number, ''],
    ['from', time, 'The station that it leaves from.'],
    ['from', time, 'Only things after this time.'],
    ['min_rating', number, 'Only things with at least this rating.'],
    ['after', { type: 'string' }, 'The cursor after which the page begins.'],
    ['max', number, 'At most so many things are shown.'],
    ['version_from', number, 'From this version on.'],
  ])('but not %s (%j): %s', async (name, schema, description) => {
    expect(conditionsOf(await thingsWith([{ name, schema, description }]))).toEqual([]);
  });
});

test('a flag asks for those of which it is true, and for the others where its words say that', async () => {
  const flag = (description: string) => thingsWith([{ name: 'isOpen', schema: { type: 'boolean' }, description }]);
  const [only] = conditionsOf(await flag('Only things that are open.'));
  expect([only?.keeps(false, true), only?.keeps(true, true), only?.keeps(true, false)]).toEqual([
    false,
    true,
    undefined,
  ]);
  const [both] = conditionsOf(await flag('true: only open things; false: only those that are not open.'));
  expect([both?.keeps(false, true), both?.keeps(true, false), both?.keeps(false, false)]).toEqual([false, false, true]);
  const [each] = conditionsOf(await flag('Only open things (`true`), or only things that are not (`false`).'));
  expect(each?.keeps(true, false)).toBe(false);
  const [whether] = conditionsOf(await flag('Whether the thing is open.'));
  expect([true, false].map((one) => whether?.keeps(false, one))).toEqual([false, true]);
  const [others] = conditionsOf(await flag('Whether to list open things or the others. Without it both are listed.'));
  expect([true, false].map((one) => others?.keeps(false, one))).toEqual([false, true]);
  const [also] = conditionsOf(await flag('Whether open things are shown as well.'));
  expect([also?.kind, also?.unasked, also?.keeps(true, false)]).toEqual(['included', undefined, false]);
  const [unset] = conditionsOf(await flag('Only open things; what is not set, or false, leaves all of them.'));
  expect(unset?.keeps(true, false)).toBeUndefined();
});

describe('a text is looked for in each property that the words name', () => {
  const conditionIn = async (description: string) => {
    const [condition] = conditionsOf(await thingsWith([{ name: 'q', schema: { type: 'string' }, description }]));
    return condition;
  };

  test.each([
    ['Only things whose title contains this text.', ['title']],
    ['Only things whose title or remark contains this text.', ['title', 'remark']],
    ['Only things with this text in title, remark or e-mail (contains).', ['title', 'remark', 'email']],
    ['A substring of the `title` or the `remark`, whatever the case.', ['title', 'remark']],
    ['Contains: a part of it is looked for in title and remark.', ['title', 'remark']],
    ['Text looked for anywhere in title or email; case does not matter.', ['title', 'email']],
    // One of them is called otherwise, or both may have to have it.
    ['Text looked for in title or summary.', undefined],
    ['Only things whose title, heading or remark contains this text.', undefined],
    ['Only things whose nickname, title or remark contains this text.', undefined],
    ['Only things whose title and remark contain this text.', undefined],
  ])('%s', async (description, names) => {
    const condition = await conditionIn(description);
    expect(condition && namesOf(condition)).toEqual(names);
  });

  test('of which one is enough, and of which those that are not shown tell nothing', async () => {
    const condition = await conditionIn('Only things whose title or remark contains this text; case is ignored.');
    if (condition === undefined) throw new Error('It is none.');
    expect(leaves(condition, { title: 'Oak', remark: 'An ELM' }, 'elm')).toBe(true);
    expect(leaves(condition, { title: 'Oak', remark: 'Ash' }, 'elm')).toBe(false);
    expect(leaves(condition, { title: 'Oak' }, 'elm')).toBeUndefined();
  });
});

describe('a day is asked for that lies between two others', () => {
  const date = { type: 'string', format: 'date' };
  const dayOf = async (name: string, description: string) =>
    conditionsOf(await thingsWith([{ name, schema: date, description }])).map(
      ({ kind, property, isInclusive }) => `${kind} ${property} ${isInclusive}`,
    );

  test.each([
    ['valid_on', 'Only things that are valid on this day, both ends inclusive.', 'true', 'true'],
    ['on', 'Only things that are valid on this day (`valid_from` ≤ day < `valid_to`).', 'true', 'false'],
    ['valid_on', 'Only things that are valid on this day.', 'undefined', 'undefined'],
  ])('%s: %s', async (name, description, first, last) => {
    expect(await dayOf(name, description)).toEqual([`greatest valid_from ${first}`, `least valid_to ${last}`]);
  });

  test('or on which something begins, which is a day of UTC where that is said', async () => {
    const [from, to] = conditionsOf(
      await thingsWith([{ name: 'day', schema: date, description: 'Only things that start on this day (UTC).' }]),
    );
    const left = (time: string) => [from, to].map((one) => one?.keeps(time, '2026-03-04'));
    expect(left('2026-03-05T01:00:00+02:00')).toEqual([true, true]);
    expect(left('2026-03-05T03:00:00+02:00')).toEqual([true, false]);
  });

  test.each([
    ['valid_on', 'The day of the calendar.'],
    ['day', 'Only things of this day.'],
  ])('but not %s: %s', async (name, description) => {
    expect(await dayOf(name, description)).toEqual([]);
  });
});

test('what lies within an object is asked for by both names', async () => {
  const [weight, wood] = conditionsOf(
    await thingsWith([
      { name: 'min_weight', schema: number, description: 'Least `crate.weight_kg`, inclusive.' },
      {
        name: 'wood',
        schema: { type: 'string', enum: ['oak', 'elm'] },
        description: 'Only crates of it (`crate.wood`).',
      },
    ]),
  );
  expect([weight?.property, wood?.property]).toEqual(['crate.weight_kg', 'crate.wood']);
  expect(weight && leaves(weight, { crate: { weight_kg: 3 } }, 4)).toBe(false);
  expect(wood && leaves(wood, { crate: { wood: 'elm' } }, 'elm')).toBe(true);
});

test('what is otherwise left out is shown as well where that is asked for', async () => {
  const flag = (description: string) =>
    thingsWith([{ name: 'include_cancelled', schema: { type: 'boolean' }, description }]);
  const [all] = conditionsOf(await flag('Lists cancelled things, too, which are left out otherwise.'));
  expect([all?.unasked, all?.keeps(true, false), all?.keeps(true, true), all?.keeps(false, true)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const [open] = conditionsOf(await flag('Whether cancelled things are shown.'));
  expect([open?.unasked, open?.keeps(true, false), open?.keeps(true, true)]).toEqual([undefined, false, true]);
});

test('what is included beside the usual ones is told by a flag that is off, and what is left alone by one of that name', async () => {
  const flag = (name: string, description: string, more: object = {}) =>
    thingsWith([{ name, schema: { type: 'boolean', ...more }, description }]);
  const off = { default: false };
  for (const resource of [
    await flag('cancelled', 'Whether cancelled things are included.', off),
    await flag('include_cancelled', 'Include cancelled things.', off),
    await flag('cancelled', 'Also lists cancelled things. Default: false.'),
  ])
    expect(conditionsOf(resource).map(({ kind, unasked }) => [kind, unasked])).toEqual([['included', false]]);
  expect(conditionsOf(await flag('cancelled', 'Whether cancelled things are included.'))[0]?.unasked).toBeUndefined();
  const [since] = conditionsOf(await flag('include_archived', 'Include archived things.', off));
  expect([since?.property, since?.keeps('2026-01-01T00:00:00Z', false), since?.keeps(null, false)]).toEqual([
    'archived_at',
    false,
    true,
  ]);
  const [state] = conditionsOf(await flag('shut', 'Whether those that are shut are listed as well.', off));
  expect([state?.property, state?.on, state?.keeps('shut', false), state?.keeps('open', false)]).toEqual([
    'status',
    'shut',
    false,
    true,
  ]);
  const [only] = conditionsOf(await flag('only_cancelled', 'Only cancelled things when true.', off));
  expect([only?.kind, only?.unasked, only?.keeps(false, true), only?.keeps(true, false)]).toEqual([
    'flag',
    undefined,
    false,
    undefined,
  ]);
});

test('what a name has within `filter[…]` is its name', async () => {
  const resource = await thingsWith([
    { name: 'filter[createdAfter]', schema: time, description: 'Created after this time, exclusive.' },
    { name: 'filter[status]', schema: { type: 'string', enum: ['open', 'shut'] }, description: 'Only this status.' },
  ]);
  expect(conditionsOf(resource).map(({ parameter, kind }) => [parameter.name, kind])).toEqual([
    ['filter[createdAfter]', 'least'],
  ]);
  expect(resource.filters.map(({ parameter, property }) => [parameter.name, property])).toEqual([
    ['filter[status]', 'status'],
  ]);
});

test('a flag of which words say something else beside is none that includes others', async () => {
  const flag = (description: string) => thingsWith([{ name: 'cancelled', schema: { type: 'boolean' }, description }]);
  expect(conditionsOf(await flag('Whether it is cancelled; 1 and 0 are taken, too.')).map(({ kind }) => kind)).toEqual(
    [],
  );
});

test('several choices stand in one text with commas', async () => {
  const listed = async (description: string) =>
    conditionsOf(await thingsWith([{ name: 'status', schema: { type: 'string' }, description }]))[0];
  const any = await listed('Comma-separated; things in any of these states.');
  expect([any?.kind, any?.keeps('open', 'open,shut'), any?.keeps('shut', 'open')]).toEqual(['any', true, false]);
  expect(await listed('The state.')).toBeUndefined();
});

test('a text within another member is asked for by its path', async () => {
  const [by] = conditionsOf(
    await thingsWith([
      { name: 'kind', schema: { type: 'string' }, description: 'Things of this kind (`crate.wood`).' },
    ]),
  );
  expect([by?.kind, by?.property, by?.keeps('oak', 'oak'), by?.keeps('Oak', 'oak'), by?.keeps('elm', 'oak')]).toEqual([
    'equal',
    'crate.wood',
    true,
    undefined,
    false,
  ]);
});

test('a flag asks for those that have some of a number', async () => {
  const flag = async (description: string) =>
    conditionsOf(await thingsWith([{ name: 'available', schema: { type: 'boolean' }, description }]))[0];
  const both = await flag('true: only things with stock above 0; false: only things with stock 0.');
  expect([both?.property, both?.keeps(0, true), both?.keeps(3, true), both?.keeps(3, false)]).toEqual([
    ...['stock', false, true],
    false,
  ]);
  const one = await flag('Only things of which the `stock` is greater than zero.');
  expect([one?.keeps(0, true), one?.keeps(3, false)]).toEqual([false, undefined]);
  expect(await flag('Only things that can be bought.')).toBeUndefined();
});

test('a value is looked for within the items of a list', async () => {
  const [part] = conditionsOf(
    await thingsWith([
      { name: 'kindId', schema: { type: 'string' }, description: 'Only things with a part of this kind.' },
    ]),
  );
  const record = { parts: [{ kind_id: 'a' }, { kind_id: 'b' }] };
  expect([part?.property, part && leaves(part, record, 'b'), part && leaves(part, record, 'c')]).toEqual([
    'parts.kind_id',
    true,
    false,
  ]);
});

test('a value is looked for among several', async () => {
  const tag = async (name: string, description: string, schema: object = { type: 'string' }) =>
    conditionsOf(await thingsWith([{ name, schema, description }]))[0];
  const one = await tag('tag', 'Things with this tag.');
  expect([one?.kind, one?.keeps(['a', 'b'], 'b'), one?.keeps(['ab'], 'b'), one?.keeps(['B'], 'b')]).toEqual([
    'has',
    true,
    false,
    undefined,
  ]);
  expect((await tag('label', 'Filter by a label, which is among the `tags`.'))?.property).toBe('tags');
  const several = { type: 'array', items: { type: 'string' } };
  const all = await tag('tags', 'Things that have all of these tags.', several);
  expect([all?.kind, all?.keeps(['a', 'b'], ['a', 'b']), all?.keeps(['a'], ['a', 'b'])]).toEqual(['all', true, false]);
  const any = await tag('tags', 'Things that have any of these tags.', several);
  expect([any?.kind, any?.keeps(['a'], ['a', 'b']), any?.keeps(['c'], ['a', 'b'])]).toEqual(['any', true, false]);
  expect(await tag('tag', 'Things whose tags have this prefix.')).toBeUndefined();
  expect(await tag('tags', 'Things without any of these tags.', several)).toBeUndefined();
});

test('the members of an object bound a range', async () => {
  const bounds = async (properties: object, description: string) =>
    conditionsOf(
      await thingsWith([
        { name: 'createdAt', style: 'deepObject', schema: { type: 'object', properties }, description },
      ]),
    ).map(({ within, kind, isInclusive }) => [within, kind, isInclusive]);
  expect(await bounds({ gte: time, lt: time }, 'Only things created in this range.')).toEqual([
    ['gte', 'least', true],
    ['lt', 'greatest', false],
  ]);
  expect(await bounds({ from: time, to: time }, 'Range of creation, both ends inclusive.')).toEqual([
    ['from', 'least', true],
    ['to', 'greatest', true],
  ]);
  expect(await bounds({ gte: time }, 'The creation.')).toEqual([]);
});

test('a text is looked for at the beginning, or by its words', async () => {
  const text = async (description: string) =>
    conditionsOf(await thingsWith([{ name: 'q', schema: { type: 'string' }, description }]))[0];
  const start = await text('Only things whose `title` starts with this text.');
  expect([start?.kind, start?.keeps('Oakwood', 'Oak'), start?.keeps('An Oak', 'Oak')]).toEqual(['start', true, false]);
  const word = await text('Case-insensitive search in `title` and `remark`.');
  expect([word?.kind, word?.keeps('An OAK', 'oak'), word?.keeps('Oaks', 'oak'), word?.keeps('Elm', 'oak')]).toEqual([
    'word',
    true,
    undefined,
    false,
  ]);
  expect(await text('Fuzzy search in `title` and `remark`.')).toBeUndefined();
});

test('several choices are asked for where the words say that one of them is enough', async () => {
  const items = { type: 'string', enum: ['open', 'shut'] };
  const status = (description: string) =>
    thingsWith([{ name: 'status', schema: { type: 'array', items }, description }]);
  const [any] = conditionsOf(await status('Only things in any of these states.'));
  expect([any?.keeps('open', ['open', 'shut']), any?.keeps('shut', ['open'])]).toEqual([true, false]);
  expect(conditionsOf(await status('Only things that are not in these states.'))).toEqual([]);
  const titles = { name: 'title', schema: { type: 'array', items: { type: 'string', pattern: '^[^,]+$' } } };
  const [title] = conditionsOf(await thingsWith([{ ...titles, description: 'Only things with one of these titles.' }]));
  expect([title?.keeps('Oak', ['Elm', 'Oak']), title?.keeps('Ash', ['Elm', 'Oak'])]).toEqual([true, false]);
  expect(conditionsOf(await thingsWith([{ ...titles, description: 'Titles of things.' }]))).toEqual([]);
});

describe('a list has an order where its parameters or its words say so', () => {
  const sort = (values: readonly string[], more: object = {}, name = 'sort') => [
    { name, schema: { type: 'string', enum: values, ...more }, description: 'The order.' },
  ];
  const said = async (parameters: readonly object[], words: object, query: Readonly<Record<string, string>>) => {
    const resource = await thingsWith(parameters, words);
    const values = new Map(Object.entries(query));
    const order = orderAsked(resource, { values, isLawful: true }, true);
    return order && `${order.property} ${order.isDescending ? 'down' : 'up'}`;
  };

  test.each([
    ['-createdAt', sort(['createdAt', '-createdAt']), { sort: '-createdAt' }, 'createdAt down'],
    ['createdAt beside it', sort(['createdAt', '-createdAt']), { sort: 'createdAt' }, 'createdAt up'],
    ['created for createdAt', sort(['+created', '-created']), { sort: '+created' }, 'createdAt up'],
    ['priceCents:desc', sort(['priceCents:asc', 'priceCents:desc']), { sort: 'priceCents:desc' }, 'priceCents down'],
    ['stock_desc', sort(['stock_asc', 'stock_desc']), { sort: 'stock_desc' }, 'stock down'],
    ['newest', sort(['newest', 'oldest']), { sort: 'newest' }, 'createdAt down'],
    ['its default', sort(['createdAt', '-createdAt'], { default: '-createdAt' }), {}, 'createdAt down'],
    [
      'a direction of its own',
      [...sort(['title', 'stock'], {}, 'sort_by'), ...sort(['asc', 'desc'], { default: 'asc' }, 'order')],
      { sort_by: 'stock', order: 'desc' },
      'stock down',
    ],
    [
      'the default of that',
      [...sort(['title', 'stock'], {}, 'order_by'), ...sort(['asc', 'desc'], { default: 'asc' }, 'direction')],
      { order_by: 'stock' },
      'stock up',
    ],
    [
      'any text, by its words',
      [{ name: 'sort', schema: { type: 'string' }, description: '`createdAt` or `stock`; with a minus descending.' }],
      { sort: '-stock' },
      'stock down',
    ],
  ])('%s', async (_, parameters, query, expected) => {
    expect(await said(parameters, {}, query)).toBe(expected);
  });

  test.each([
    ['Things, newest first.', 'createdAt down'],
    ['Lists things. Most recently created things come first.', 'createdAt down'],
    ['The oldest thing comes first.', 'createdAt up'],
    ['Things in the order in which they were created.', 'createdAt up'],
    ['Things, sorted by `stock` in descending order.', 'stock down'],
    ['Ordered by priceCents ascending.', 'priceCents up'],
    ['Things, in descending order of `createdAt`.', 'createdAt down'],
    ['Things by createdAt, newest first.', 'createdAt down'],
    ['Things, latest start (`starts_at`) first.', 'starts_at down'],
    ['Things in the order of their `stock`.', 'stock up'],
    ['Sorted by `stock`, highest first.', 'stock down'],
    ['Sorted by `stock` from lowest to highest.', 'stock up'],
    ['Sorted by creation date, descending.', 'createdAt down'],
    ['By valid to, earliest first.', 'valid_to up'],
    ['Sorted by `stock`, ascending or descending as asked.', undefined],
    ['Things, sorted by `title`, then by `id`.', 'title up'],
    ['Things in alphabetical order by title.', 'title up'],
    ['Things can be sorted by title.', undefined],
    ['Things, sorted by `stock`.', undefined],
    ['Things.', undefined],
    ['Things in no order.', undefined],
    ['Things, sorted by name.', undefined],
  ])('%s', async (description, expected) => {
    expect(await said([], { description }, {})).toBe(expected);
  });

  test.each([
    ['Sorted by `title` (case-insensitive).', 'no case', undefined],
    ['Sorted by `title`, by code point; then by `id`.', 'code points', 'id'],
    ['Things, newest first. Those created at the same time come in ascending order of `id`.', undefined, 'id up'],
    ['Sorted by `stock`, descending; ties are broken by `createdAt` descending.', undefined, 'createdAt down'],
    ['Where two have the same title, the one with the lower `id` comes first.', undefined, 'id up'],
    ['A search for titles is case-insensitive.', undefined, undefined],
    ['Things, newest first.', undefined, undefined],
  ])('%s', async (description, collation, tie) => {
    const sorting = sortingOf(await thingsWith([], { description }));
    const direction = { true: ' down', false: ' up', undefined: '' }[String(sorting?.tie?.isDescending)];
    expect([sorting?.collation, sorting?.tie && `${sorting.tie.property}${direction}`]).toEqual([collation, tie]);
  });

  test('those of the same value come as they are said to, and what has none stands anywhere', async () => {
    const resource = await thingsWith([], { description: 'Sorted by `title`, by code point; then by `id`.' });
    const order = orderAsked(resource, { values: new Map(), isLawful: true }, true);
    const misplaced = (...records: readonly object[]) =>
      order && misplacedIn(resource, order, records as readonly JsonRecord[])?.map((one) => own(one, 'id'));
    expect(misplaced({ id: 'b', title: 'Zoo' }, { id: 'a', title: 'ape' })).toBeUndefined();
    expect(misplaced({ id: 'b', title: 'Zoo' }, { id: 'a', title: 'Zoo' })).toEqual(['b', 'a']);
    expect(misplaced({ id: 'b', title: 'ape' }, { id: 'c' }, { id: 'a', title: 'Zoo' })).toEqual(['b', 'a']);
  });

  test.each([
    ['stock', '998', '1002', 'Numbers are compared as numbers.', undefined],
    ['serial', '998', '1002', 'The order.', undefined],
    ['serial', '1002', '998', 'The order.', ['1002', '998']],
    ['title', '1002', '998', 'The order.', undefined],
    ['title', '1002', '998', 'The order: numbers in titles are compared as numbers.', ['1002', '998']],
  ])(
    'numbers in texts, by %s: %s before %s, where it is said: %s',
    async (name, first, second, description, wanted) => {
      const resource = await thingsWith([{ ...sort([name, `-${name}`])[0], description }]);
      const order = orderAsked(resource, { values: new Map([['sort', name]]), isLawful: true }, true);
      const records = [first, second].map((value) => ({ [name]: value }) as JsonRecord);
      expect(order && misplacedIn(resource, order, records)?.map((one) => own(one, name))).toEqual(wanted);
    },
  );

  test('what decides between those of the same value is said of the usual order, or of each', async () => {
    const tieOf = async (description: string) => {
      const resource = await thingsWith(sort(['stock', '-stock']), { description });
      return orderAsked(resource, { values: new Map([['sort', 'stock']]), isLawful: true }, true)?.tie?.property;
    };
    expect(await tieOf('Sorted by `title`, then by `id`.')).toBeUndefined();
    expect(await tieOf('Those of the same value come by `id`.')).toBe('id');
  });

  test('the words of its parameter, too', async () => {
    const parameters = [
      { name: 'sort', schema: { type: 'string', enum: ['title', '-title'] }, description: 'By default newest first.' },
    ];
    expect(await said(parameters, {}, {})).toBe('createdAt down');
  });

  test('and not one of choices that name no property, or no direction', async () => {
    const resource = await thingsWith(sort(['relevance', 'title']));
    expect([...(sortingOf(resource)?.choices.entries() ?? [])]).toEqual([
      ['title', { property: 'title', isDescending: undefined }],
    ]);
  });
});

test.each([
  ['The request can not be read: an unknown parameter, a bad cursor.', true],
  ['The cursor is not known.', true],
  ['The cursor of the next page.', false],
  ['A list without a cursor is the first page.', false],
])('whether a refusal is for a cursor, by %j: %j', (text, expected) => {
  expect(SAYS_BAD_CURSOR.test(text)).toBe(expected);
});

test.each([
  ['A cursor is valid only for the same filters and sort; otherwise the request is refused with a 400.', true],
  ['It must be used with the same query parameters. With different ones the reply is a 422.', true],
  ['Bound to the filters it was issued for: changing them is rejected.', true],
  ['It goes with the sort and the filters it was made for; used with others, it is a 400.', true],
  ['The cursor of the next page. An unknown cursor is refused with a 400.', false],
  ['It keeps the filters and the order of the first page.', false],
])('whether a cursor is good for its own query alone, by %j: %j', (text, expected) => {
  expect(SAYS_CURSOR_BOUND.test(text) && SAYS_OTHER_REFUSED.test(text)).toBe(expected);
});

test.each([
  ['A cursor may be used again and then continues from the same place.', true],
  ['Cursors are reusable.', true],
  ['A cursor does not expire.', true],
  ['A cursor is used once.', false],
])('whether a cursor may be used again, by %j: %j', (text, expected) => {
  expect(SAYS_CURSOR_AGAIN.test(text)).toBe(expected);
});

test('several keys in one text are the order and what decides between those alike', async () => {
  const description = 'One or more of title, stock and createdAt, with commas between them; a minus turns one round.';
  const resource = await thingsWith([{ name: 'sort', schema: { type: 'string' }, description }]);
  const { by } = sortingOf(resource) ?? {};
  expect(by && takesKeys(resource, by)).toBe(true);
  const askedFor = (text: string) => orderAsked(resource, { values: new Map([['sort', text]]), isLawful: true }, true);
  expect(askedFor('stock,-title')).toMatchObject({
    property: 'stock',
    isDescending: false,
    tie: { property: 'title', isDescending: true },
  });
  expect(askedFor('stock,colour')).toBeUndefined();
});

test.each([
  ['Only present with `expand=owner`.', true],
  ['They are only there when asked for.', true],
  ['Omitted unless requested.', true],
  ['Members not named here are left out.', true],
  ['Those not asked for are omitted.', true],
  ['The whole owner, put in by `expand`.', false],
])('whether something is there only when it is asked for, by %j: %j', (text, expected) => {
  expect(SAYS_ELSE_ABSENT.test(text) || SAYS_NOT_NAMED.test(text)).toBe(expected);
});
