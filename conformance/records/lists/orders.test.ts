import { own } from '../../../openapi/contract';
import type { JsonRecord } from '../records';
import { thingsWith } from '../testing/things';
import { collationOf, misplacedIn, orderAsked, sortingOf, takesKeys } from './orders';

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
    ['crate_wood', sort(['crate_wood', '-crate_wood']), { sort: '-crate_wood' }, 'crate.wood down'],
    ['wood alone', sort(['wood', '-wood']), { sort: 'wood' }, 'crate.wood up'],
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
    ['Sorted by `title`. Text is compared by code points after lower-casing when it is sorted.', 'no case', undefined],
    ['Sorted by `title`, which pays no attention to upper and lower case.', 'no case', undefined],
    ['Sorted by `title`, by code point; then by `id`.', 'code points', 'id'],
    ['Things, newest first. Those created at the same time come in ascending order of `id`.', undefined, 'id up'],
    ['Sorted by `stock`, descending; ties are broken by `createdAt` descending.', undefined, 'createdAt down'],
    ['Where two have the same title, the one with the lower `id` comes first.', undefined, 'id up'],
    [
      'Sorted by `title`, without regard to case. Things that compare equal are in ascending order of `id` (by code point), in either direction.',
      'no case',
      'id up',
    ],
    ['A search for titles is case-insensitive.', undefined, undefined],
    ['Things, newest first.', undefined, undefined],
  ])('%s', async (description, collation, tie) => {
    const sorting = sortingOf(await thingsWith([], { description }));
    const direction = { true: ' down', false: ' up', undefined: '' }[String(sorting?.tie?.isDescending)];
    expect([sorting?.collation, sorting?.tie && `${sorting.tie.property}${direction}`]).toEqual([collation, tie]);
  });

  test.each([
    ['`title` pays no attention to upper and lower case.', { title: 'no case' }],
    ['`title` is case-sensitive, `stock` is not.', {}],
    ['The choices are case-insensitive, such as `title`.', {}],
  ])('how a property by itself is compared, in the words of the parameter: %s', async (description, collations) => {
    const [by] = sort(['title', '-title']);
    const resource = await thingsWith([{ ...by, description }]);
    expect(Object.fromEntries(sortingOf(resource)?.collations ?? [])).toEqual(collations);
    expect(collationOf(resource, 'remark')).toBeUndefined();
  });

  test.each([
    ['Sorting by title takes no notice of upper and lower case.', 'no case', undefined],
    ['Texts are sorted without regard to case.', 'no case', 'no case'],
    ['Sorting by weight takes no notice of upper and lower case.', undefined, undefined],
  ])('what is said around of an order by one property goes for that: %s', async (said, ofTitle, ofRemark) => {
    const resource = await thingsWith(sort(['title', '-title', 'remark', '-remark']));
    const { list } = resource.operations;
    const told = {
      ...resource,
      operations: { ...resource.operations, ...(list && { list: { ...list, around: [said] } }) },
    };
    expect([collationOf(told, 'title'), collationOf(told, 'remark')]).toEqual([ofTitle, ofRemark]);
  });

  test('what has its flag comes first, and in its order among its like', async () => {
    const description = 'Open things come first; among them and among the others, the newest do.';
    const resource = await thingsWith([], { description });
    const order = orderAsked(resource, { values: new Map(), isLawful: true }, true);
    const misplaced = (...flags: readonly (readonly [boolean, string])[]) =>
      order &&
      misplacedIn(
        resource,
        order,
        flags.map(([isOpen, createdAt], nth) => ({ id: nth, isOpen, createdAt })),
      )?.map((one) => own(one, 'id'));
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    expect(misplaced([true, early], [false, late], [false, early])).toBeUndefined();
    expect(misplaced([false, late], [true, early])).toEqual([0, 1]);
    expect(misplaced([true, early], [true, late])).toEqual([0, 1]);
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
