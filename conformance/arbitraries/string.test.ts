import fc from 'fast-check';
import { arbitraryString, tellingTexts } from './string';

test('without bounds every telling text may be sent', () => {
  const texts = tellingTexts({ type: 'string' });
  const values = texts.map(({ value }) => value);
  expect(new Set(values).size).toBe(texts.length);
  expect(values).toEqual(expect.arrayContaining(['', 'x'.repeat(256), 'y'.repeat(10_000), '__proto__', 'null']));
  expect(values.some((value) => value !== value.normalize('NFC'))).toBe(true);
  expect(values.some((value) => value !== value.trim())).toBe(true);
});

test('with bounds only those within them', () => {
  const values = tellingTexts({ type: 'string', minLength: 1, maxLength: 20 }).map(({ value }) => value);
  expect(values).toContain(' Rex ');
  expect(values).not.toContain('');
  expect(values.filter((value) => [...value].length > 20)).toEqual([]);
});

test('the telling texts are often among those that are drawn', () => {
  const telling = new Set(tellingTexts({ type: 'string' }).map(({ value }) => value));
  const drawn = fc.sample(arbitraryString({ type: 'string' }), { numRuns: 100, seed: 1 });
  expect(drawn.filter((value) => telling.has(value)).length).toBeGreaterThan(20);
});
