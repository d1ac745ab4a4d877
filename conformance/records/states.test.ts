import type { Operation } from '../../openapi/contract';
import { actionOf } from './action-words';
import { movesIn } from './states';

const VALUES = ['draft', 'placed', 'paid', 'shipped', 'cancelled'];

const moves = (text: string): Record<string, string[]> =>
  Object.fromEntries([...movesIn(text, VALUES)].map(([to, from]) => [to, [...from]]));

test('the moves that a text lists', () => {
  expect(moves('draft → placed → paid → shipped')).toEqual({
    ...{ draft: [], placed: ['draft'], paid: ['placed'], shipped: ['paid'] },
  });
  expect(moves('Goes draft -> placed or cancelled. `shipped` from `paid`, `placed`.')).toEqual({
    ...{ draft: [], placed: ['draft'], cancelled: ['draft'], shipped: ['paid', 'placed'] },
  });
  // There is more to say of what is mentioned otherwise, too.
  expect(moves('draft → placed; cancelled at any time before shipped.')).toEqual({ draft: [], placed: ['draft'] });
  expect(moves('It goes from draft to placed to paid or cancelled, and then stays.')).toEqual({
    ...{ draft: [], placed: ['draft'], paid: ['placed'], cancelled: ['placed'] },
  });
  expect(moves('draft → placed, or cancelled at any time')).toEqual({});
  expect(moves('The state of an order: draft, placed, paid.')).toEqual({});
});

/** An operation of these words. */
function words(path: string, summary: string, conflict?: string, done = 'Done.', description = '') {
  const reply = (status: number, text: string) => ({
    status,
    description: text,
    content: [],
    headers: [],
    links: [],
    pointer: '',
  });
  const replies = [reply(200, done), ...(conflict === undefined ? [] : [reply(409, conflict)])];
  const operation = { id: 'x', path, summary, description, replies, parameters: [] } as unknown as Operation;
  const { target, isSaid, from, notFrom } = actionOf(operation, { values: VALUES });
  return [target, isSaid, from ?? [], notFrom];
}

test.each([
  ['/a/{b}/ship', 'Ships a paid order', 'No.', 'The shipped order.', ['shipped', true, ['paid'], []]],
  ['/a/{b}/ship', 'Ships it', 'The order is not paid.', undefined, ['shipped', false, ['paid'], []]],
  ['/a/{b}/ship', 'Only a paid order can be shipped.', 'Conflict', undefined, ['shipped', false, ['paid'], []]],
  [
    '/a/{b}/cancel',
    'Cancels an order that is draft or placed',
    '',
    undefined,
    ['cancelled', false, ['draft', 'placed'], []],
  ],
  [
    '/a/{b}/cancel',
    'Cancels it',
    'It is already shipped or cancelled.',
    undefined,
    ['cancelled', false, [], ['shipped', 'cancelled']],
  ],
  [
    '/a/{b}/cancel',
    'Can only be cancelled before it is shipped.',
    '',
    undefined,
    ['cancelled', false, [], ['shipped']],
  ],
  ['/a/{b}/cancel', 'A shipped order cannot be cancelled.', '', undefined, ['cancelled', false, [], ['shipped']]],
  ['/a/{b}/close', 'Marks a paid order as shipped', '', undefined, ['shipped', true, ['paid'], []]],
  ['/a/{b}/return', 'Moves the order to `draft`', undefined, undefined, ['draft', true, [], []]],
  ['/a/{b}/pay', 'Pays it', 'Another paid order has the number.', undefined, ['paid', false, [], []]],
  ['/a/{b}/pay', 'Pays it', 'The order must be placed.', undefined, ['paid', false, ['placed'], []]],
  ['/a/{b}/pay', 'Pays a paid or placed order', undefined, undefined, ['paid', false, [], []]],
  [
    '/a/{b}/pay',
    'Pays it, so that its state is `paid`',
    'It was paid before.',
    undefined,
    ['paid', true, [], ['paid']],
  ],
  ['/a/{b}/pay', 'Pays it', 'It is paid already.', undefined, ['paid', false, [], ['paid']]],
  ['/a/{b}/notify', 'Tells of it', '', 'Done.', [undefined, false, [], []]],
] as const)('%s: %s (%s)', (path, summary, conflict, done, expected) => {
  expect(words(path, summary, conflict, done)).toEqual(expected);
});
