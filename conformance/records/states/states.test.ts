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
  expect(moves('It goes from draft over placed to paid or cancelled, never back.')).toEqual({
    ...{ draft: [], placed: ['draft'], paid: ['placed'], cancelled: ['placed'] },
  });
  expect(moves('draft → placed, or cancelled at any time')).toEqual({});
  expect(moves('The state of an order: draft, placed, paid.')).toEqual({});
});
