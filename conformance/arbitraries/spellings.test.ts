import { parseJson } from '../../openapi/contract';
import { EVERY_STYLE, escaped, SPELLINGS, STYLES, written } from './spellings';

const idsWritten = (id: bigint) => Object.fromEntries(SPELLINGS.map(({ what, write }) => [what, write(id)]));

test('a number is written as no JSON integer is, and says which number it may be taken for', () => {
  expect(idsWritten(10n)).toEqual({
    'a leading zero': '010',
    'a plus sign': '+10',
    'a fraction of zero': '10.0',
    'an exponent': '10e1',
    'a hexadecimal number': '0xa',
    'space around it': '%2010%20',
    'a NUL behind it': '10%00',
  });
  expect(idsWritten(-7n)).toMatchObject({ 'a leading zero': '-07', 'a hexadecimal number': '-0x7' });
  expect(SPELLINGS.map(({ value }) => value(10n))).toEqual([10n, 10n, 10n, 100n, 10n, 10n, 10n]);
});

test('what a careless reader takes it for is another number, or nothing', () => {
  const [zero, hexadecimal] = SPELLINGS.flatMap(({ misread }) => misread ?? []);
  expect([zero?.(10n), zero?.(7n), zero?.(19n)]).toEqual([8n, undefined, undefined]);
  expect([hexadecimal?.(16n), hexadecimal?.(10n), hexadecimal?.(9n)]).toEqual([10n, undefined, undefined]);
});

const VALUE = {
  text: 'Émile "x" \\',
  big: 9007199254740993n,
  choice: 'a',
  empty: '',
  none: null,
  inner: { list: [1, 'b'] },
};

test.each([...STYLES, EVERY_STYLE].map((style) => [style.what, style] as const))(
  '%s: the value is the same',
  (_, style) => {
    expect(parseJson(written(VALUE, style))).toEqual(VALUE);
  },
);

test('each style is another text or another media type than the usual one', () => {
  const usual = written(VALUE, { what: 'as usual' });
  for (const style of STYLES) expect(written(VALUE, style) + (style.parameter ?? '')).not.toBe(usual);
});

test('a character of two UTF-16 units is two escapes', () => {
  expect(escaped('\u{1F415}')).toBe('\\ud83d\\udc15');
});
