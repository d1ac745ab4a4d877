import fc from 'fast-check';
import type { RecordedRequest } from '../../openapi/types/control';
import { ApiError } from './page/link/api';
import { backoff, createEventParser, type Followed, follow } from './page/link/live';
import { recorded } from './testing/recorded';

const request = (id: number) => recorded({ id });
const eventOf = (id: number) => `id: ${id}\nevent: request\ndata: ${JSON.stringify(request(id))}\n\n`;

/** Follows a mock that behaves as given for each attempt, and returns what the follower got. */
async function followed(
  attempts: readonly (readonly [journal: readonly number[], stream: string] | Error)[],
  { session = undefined as string | undefined, hasToken = false } = {},
): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const leaving = new AbortController();
  const left = [...attempts];
  let stream = '';
  const api: Followed = {
    session,
    requests: async () => {
      const attempt = left.shift();
      if (attempt === undefined) throw new Error('more attempts than were meant');
      if (attempt instanceof Error) throw attempt;
      stream = attempt[1];
      return attempt[0].map(request);
    },
    stream: async (lastEventId) => {
      seen.push(['since', lastEventId]);
      return new Response(stream);
    },
  };
  const follower = {
    link: (link: unknown) => seen.push(link),
    journal: (requests: readonly RecordedRequest[]) => seen.push(['journal', requests.map(({ id }) => id)]),
    arrived: (requests: readonly RecordedRequest[]) => seen.push(['arrived', requests.map(({ id }) => id)]),
    changed: () => seen.push('changed'),
  };
  const wait = async (ms: number) => {
    seen.push(['wait', ms]);
    if (left.length === 0) leaving.abort();
  };
  await follow(api, follower, { signal: leaving.signal, hasToken, wait });
  return seen;
}

describe('following a world', () => {
  test('begins with the journal, then delivers new requests in order', async () => {
    const events = `:\n\n${eventOf(3)}${eventOf(4)}event: change\ndata: {}\n\n${eventOf(5)}`;
    expect(await followed([[[2, 1], events]])).toEqual([
      ['since', 2],
      ['journal', [2, 1]],
      { state: 'live' },
      ['arrived', [3, 4]],
      'changed',
      ['arrived', [5]],
      ['wait', 250],
    ]);
  });

  test('says that the mock is gone, waits longer each time, and starts again when it is back', async () => {
    const gone = new TypeError('fetch failed');
    expect(await followed([[[9], ''], gone, gone, [[], '']])).toEqual([
      ...[['since', 9], ['journal', [9]], { state: 'live' }, ['wait', 250]],
      ...[{ state: 'gone', message: undefined }, ['wait', 500]],
      ...[{ state: 'gone', message: undefined }, ['wait', 1000]],
      ...[['since', 0], ['journal', []], { state: 'live' }, ['wait', 250]],
    ]);
  });

  test.each([
    [401, {}, { state: 'locked', refused: false }],
    [401, { hasToken: true }, { state: 'locked', refused: true }],
    [403, {}, { state: 'forbidden', message: 'why' }],
    [404, { session: 's' }, { state: 'ended' }],
  ])('does not try again after %d (%j)', async (status, options, link) => {
    expect(await followed([new ApiError(status, 'why')], options)).toEqual([link]);
  });

  test.each([404, 429, 500, 502])('tries again after %d, which may be temporary', async (status) => {
    expect(await followed([new ApiError(status, 'why')])).toEqual([{ state: 'gone', message: 'why' }, ['wait', 500]]);
  });

  test('never waits longer than five seconds', () => {
    expect([0, 1, 4, 5, 100].map(backoff)).toEqual([250, 500, 4000, 5000, 5000]);
  });
});

describe('a parser of server-sent events', () => {
  const lines = [
    ...[': hello', '', 'id: 7', 'event: request', 'data:  a', 'data:b', 'data', 'retry: 10', 'rubbish', ''],
    ...[':', '', 'event: change', '', 'data: {}', '', 'data: incomplete'],
  ];
  const events = [
    { type: 'request', data: ' a\nb\n', id: '7' },
    { type: 'message', data: '{}', id: '7' },
  ];

  test('gives the complete events that have data, wherever the stream is cut, and whatever ends its lines', () => {
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(20)), (end, sizes) => {
        const parse = createEventParser();
        let rest = lines.join(end);
        const parsed = [...sizes, rest.length].flatMap((size) => {
          const chunk = rest.slice(0, size);
          rest = rest.slice(size);
          return parse(chunk);
        });
        expect(parsed).toEqual(events);
      }),
    );
  });
});
