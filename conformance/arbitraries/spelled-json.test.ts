import { parseJson } from '../../openapi/contract';
import { EVERY_STYLE, escaped, STYLES, written } from './spelled-json';

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
