import { pointerTo, pointerTokens } from './pointer';

test('a JSON pointer escapes what would break it', () => {
  expect(pointerTo('')).toBe('');
  expect(pointerTo('/paths', '/pets/{petId}', 'get', 0)).toBe('/paths/~1pets~1{petId}/get/0');
  expect(pointerTo('', 'a~b', '~1', '')).toBe('/a~0b/~01/');
});

test('and is read as it was made', () => {
  const tokens = ['a~b', '~1', '/pets/{petId}', ''];
  expect(pointerTokens(pointerTo('', ...tokens))).toEqual(tokens);
  expect(pointerTokens('')).toEqual([]);
});
