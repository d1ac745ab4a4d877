import { SPELLINGS } from './id-texts';

const written = (id: bigint) => Object.fromEntries(SPELLINGS.map(({ what, write }) => [what, write(id)]));

test('a number is written as no JSON integer is, and says which number it may be taken for', () => {
  expect(written(10n)).toEqual({
    'a leading zero': '010',
    'a plus sign': '+10',
    'a fraction of zero': '10.0',
    'an exponent': '10e1',
    'a hexadecimal number': '0xa',
    'space around it': '%2010%20',
    'a NUL behind it': '10%00',
  });
  expect(written(-7n)).toMatchObject({ 'a leading zero': '-07', 'a hexadecimal number': '-0x7' });
  expect(SPELLINGS.map(({ value }) => value(10n))).toEqual([10n, 10n, 10n, 100n, 10n, 10n, 10n]);
});

test('what a careless reader takes it for is another number, or nothing', () => {
  const [zero, hexadecimal] = SPELLINGS.flatMap(({ misread }) => misread ?? []);
  expect([zero?.(10n), zero?.(7n), zero?.(19n)]).toEqual([8n, undefined, undefined]);
  expect([hexadecimal?.(16n), hexadecimal?.(10n), hexadecimal?.(9n)]).toEqual([10n, undefined, undefined]);
});
