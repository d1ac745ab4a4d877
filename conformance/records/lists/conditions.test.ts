import { number, thingsWith, time } from '../testing/things';
import { leaves, namesOf } from './condition';
import { conditionsOf } from './conditions';

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

test('a name is enough for the bound of a range where words around say of it, or where it is an operator of a member', async () => {
  const description =
    'Lower bounds named `_from` and `_gte` include the value itself, as do upper bounds named `_lte`; upper bounds named `_before` do not.';
  const bounds = async (words: object) =>
    conditionsOf(
      await thingsWith(
        [
          ...['created_from', 'created_before', 'created_to'].map((name) => ({ name, schema: time })),
          ...['stock_gte', 'stock_lte', 'count_gte'].map((name) => ({ name, schema: number })),
        ],
        words,
      ),
    ).map((one) => `${one.parameter.name} ${one.kind} ${one.property} ${one.isInclusive}`);
  const operators = ['stock_gte least stock true', 'stock_lte greatest stock true'];
  expect(await bounds({})).toEqual(operators);
  const others = '`created_from` and `created_to` do not apply to archived things; `created_before` counts in UTC.';
  expect(await bounds({ description: others })).toEqual(operators);
  expect(await bounds({ description })).toEqual([
    'created_from least createdAt true',
    'created_before greatest createdAt false',
    ...operators,
  ]);
  const excluding = 'Ranges include their lower bound (`…_from`, `…_gte`) and `…_lte`, and exclude `…_before`.';
  expect(await bounds({ description: excluding })).toEqual(await bounds({ description }));
  const listed = "Bounds called `..._gte`, `..._to` and `..._from` are part of the range, `..._before` isn't.";
  expect(await bounds({ description: listed })).toEqual([
    ...['created_from least createdAt true', 'created_before greatest createdAt false'],
    ...['created_to greatest createdAt true', ...operators],
  ]);
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
    ['priceFrom', number, 'Prices of this many cents and up.', 'least priceCents', true],
    ['priceTo', number, 'No more than this price.', 'greatest priceCents', true],
    ['createdUntil', time, 'Created no later than this.', 'greatest createdAt', true],
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
    ['created_before', time, 'Before; not at.', 'greatest createdAt', false],
    ['stockBelow', number, 'Fewer pieces in stock than this.', 'greatest stock', false],
    [
      'price_below',
      number,
      'Cheaper than this; a thing at exactly this price is not in.',
      'greatest priceCents',
      false,
    ],
    ['min_price_cents', number, 'This price or dearer.', 'least priceCents', true],
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
  const ended = (description: string) => thingsWith([{ name: 'ended', schema: { type: 'boolean' }, description }]);
  const [none] = conditionsOf(await ended('`true`: only things whose `stock` is 0. `false`: only those with more.'));
  expect([0, 3].map((one) => [none?.keeps(one, true), none?.keeps(one, false)])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(conditionsOf(await ended('Only things whose `stock` equals this.'))).toEqual([]);
  for (const other of ['leaves out things whose `stock` is 0.', 'only things whose `stock` is 0 and that are open.'])
    expect(conditionsOf(await ended(`\`true\`: ${other}`))).toEqual([]);
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
    ['Text that occurs in title or remark, upper or lower case alike.', ['title', 'remark']],
    ['Text within title or remark, capitals or not.', ['title', 'remark']],
    ['Looks into title and remark, case does not matter.', ['title', 'remark']],
    ['Only things whose title, heading or remark contains this text.', undefined],
    ['Only things whose nickname, title or remark contains this text.', undefined],
    ['Only things whose title and remark contain this text.', undefined],
  ])('%s', async (description, names) => {
    const condition = await conditionIn(description);
    expect(condition && namesOf(condition)).toEqual(names);
  });

  test.each(['capitals do not matter', 'upper and lower case make no difference'])(
    'of which one is enough, and of which those that are not shown tell nothing: %s',
    async (anyCase) => {
      const condition = await conditionIn(`A piece of the title or of the remark; ${anyCase}.`);
      if (condition === undefined) throw new Error('It is none.');
      expect(leaves(condition, { title: 'Oak', remark: 'An ELM' }, 'elm')).toBe(true);
      expect(leaves(condition, { title: 'Oak', remark: 'Ash' }, 'elm')).toBe(false);
      expect(leaves(condition, { title: 'Oak' }, 'elm')).toBeUndefined();
    },
  );
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
  const others = await flag('`true` for things with stock above 0, `false` for the others.');
  expect([others?.property, others?.keeps(3, false), others?.keeps(0, false)]).toEqual(['stock', false, true]);
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

test('members of objects are asked for by their own names, whatever their case', async () => {
  const asked = async (name: string, schema: object, description: string) => {
    const [one] = conditionsOf(await thingsWith([{ name, schema, description }]));
    return one && `${one.kind} ${one.property}`;
  };
  const text = { type: 'string' };
  expect(await asked('weight_kg_min', number, 'Lowest weight (inclusive).')).toBe('least crate.weight_kg');
  expect(await asked('wood', text, 'Only things whose crate is in this wood.')).toBe('equal crate.wood');
  expect(await asked('email', text, 'The thing with exactly this email (case is ignored).')).toBe('equal email');
  expect(await asked('q', text, 'Things whose title or any of the tags contains this text.')).toBe('part title');
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
  expect((await tag('tag', 'Has exactly this tag.'))?.kind).toBe('has');
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
  const listed = await text('Searches `title` and `remark` for this text, regardless of case.');
  expect(listed).toMatchObject({ kind: 'part', property: 'title', beside: ['remark'] });
  // A member of an object that nothing else is called as.
  const wood = await text('Things whose title or grain contains it, regardless of case.');
  expect(wood).toMatchObject({ kind: 'part', property: 'title', beside: ['crate.grain'] });
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

test('what becomes of those of a state is told by the choices of a parameter of its name', async () => {
  const by = async (name: string, choices: readonly string[]) =>
    conditionsOf(await thingsWith([{ name, schema: { type: 'string', enum: choices, default: choices[0] } }]))[0];
  const archived = await by('archived', ['exclude', 'include', 'only']);
  expect([archived?.kind, archived?.property, archived?.unasked]).toEqual(['included', 'archived_at', 'exclude']);
  const kept = ['exclude', 'include', 'only'].map((wanted) =>
    [null, '2026-01-01T00:00:00Z'].map((value) => archived?.keeps(value, wanted)),
  );
  expect(kept).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
  expect(await by('archived', ['exclude', 'compress'])).toBeUndefined();
  expect(await by('format', ['exclude', 'include'])).toBeUndefined();
});
