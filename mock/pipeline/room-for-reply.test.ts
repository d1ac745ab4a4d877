import { roomForReply } from './perform';
import type { HttpRequest } from './request';

/** How much room a body takes; undefined where it takes none. */
function asked(body: unknown): number | undefined {
  let bytes: number | undefined;
  // Of a request it reads nothing else.
  const request = {
    roomForReply(most: number) {
      bytes = most;
      return undefined;
    },
  } as Partial<HttpRequest> as HttpRequest;
  void roomForReply(request, { status: 200, headers: {}, mediaType: '', body });
  return bytes;
}

test.each([
  ['a small record', { name: 'x'.repeat(60_000) }],
  ['a text', 'x'.repeat(100_000)],
  ['nothing', undefined],
])('%s takes no room', (_, body) => {
  expect(asked(body)).toBeUndefined();
});

test.each([
  ['a long text', { name: 'x'.repeat(100_000) }],
  [
    'many records',
    Array.from({ length: 5000 }, (_, id) => ({ id, name: 'Rex', isGood: true, tags: ['a', null, 1.5] })),
  ],
  ['letters of two and three bytes', [{ name: 'é'.repeat(100_000), other: '語'.repeat(100_000) }]],
  ['characters that JSON escapes', { name: '\u0001'.repeat(100_000) }],
  ['halves of surrogate pairs', { name: '\ud800'.repeat(100_000) }],
])('%s take at least what is sent of them', (_, body) => {
  expect(asked(body)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(body)));
});
