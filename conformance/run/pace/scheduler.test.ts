import type { Contract } from '../../../openapi/contract';
import type { Connection, Exchange, Response, TransportFailure } from '../../exchange/exchange';
import { toRequest, withQuery } from '../../requests/request';
import { operationOf, shippedContract } from '../../testing/contract';
import { readBody } from '../../wire/body';
import { OutOfBudget } from './pace';
import { createScheduler, type SchedulerOptions } from './scheduler';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
});
afterEach(() => {
  jest.useRealTimers();
});

const reply = (status: number, headers: Readonly<Record<string, string>> = {}): Response => ({
  status,
  headers: new Map(Object.entries(headers)),
  body: readBody(Buffer.from('[]'), undefined),
});
const SILENCE: TransportFailure = { kind: 'timeout', message: 'no whole reply' };
const seconds = () => (Date.now() - Date.UTC(2030, 0, 1)) / 1000;

/** A scheduler before a server that gives these replies, the last one over and over. */
function governed(replies: readonly (Response | TransportFailure)[], more: Partial<SchedulerOptions> = {}) {
  const sentAt: number[] = [];
  const urls: string[] = [];
  const fields: Readonly<Record<string, string>>[] = [];
  const over: Connection[] = [];
  const waits: string[] = [];
  const exchanges: Exchange[] = [];
  const scheduler = createScheduler(
    {
      send: async (_method, url, headers, _body, connection) => {
        sentAt.push(seconds());
        urls.push(url);
        fields.push(headers);
        const next = replies[Math.min(sentAt.length, replies.length) - 1];
        if (next === undefined) throw new Error('There is no reply.');
        over.push(connection);
        const carried = connection === 'fresh' ? 0 : over.length - 1;
        return { came: next, hasBegun: false, connection: { number: 1, carried, hasExcess: false } };
      },
      close: async () => {},
    },
    {
      baseUrl: 'http://x.example/v1',
      maxRequests: 100,
      maxTimeMs: 600_000,
      ratePerMinute: undefined,
      parallel: 8,
      carried: () => ({ headers: { 'X-Team': 'a', authorization: 'Bearer k' }, query: 'key=k' }),
      allowance: { remaining: 'left', reset: 'reset' },
      onWait: (_until, why) => waits.push(why),
      ...more,
    },
    (group) => exchanges.push(...group),
  );
  const request = toRequest(operationOf(contract, 'listPets'), {});
  /** Sends, and lets as much time pass as it takes. */
  const send = async (provoking = false, credential: 'main' | 'limit' = 'main') => {
    const sent = scheduler.send({ ...request, credential }, 'a.check', provoking).then(
      (exchange) => exchange.response?.status ?? exchange.failure?.kind,
      (error: unknown) => error,
    );
    await jest.runAllTimersAsync();
    return sent;
  };
  /** The same for requests that are sent at once, one for each credential. */
  const sendTogether = async (credentials: readonly ('main' | 'limit' | 'none')[], provoking = false) => {
    const requests = credentials.map((credential) => ({ ...request, credential }));
    const sent = scheduler.sendTogether(requests, 'a.check', provoking).then(
      (came) => came.map(({ response, failure }) => response?.status ?? failure?.kind),
      (error: unknown) => error,
    );
    await jest.runAllTimersAsync();
    return sent;
  };
  return { scheduler, send, sendTogether, sentAt, urls, fields, over, waits, exchanges };
}

test('sends what the request, the user and the credential say, and tells of each exchange', async () => {
  const { send, urls, fields, exchanges } = governed([reply(200)]);
  expect(await send()).toBe(200);
  expect(urls).toEqual(['http://x.example/v1/pets?key=k']);
  expect(fields).toEqual([{ 'X-Team': 'a', accept: 'application/json', authorization: 'Bearer k' }]);
  expect(exchanges.map(({ number, sentBy }) => [number, sentBy])).toEqual([[1, 'a.check']]);
});

test('keeps the budget exactly', async () => {
  const { scheduler, send, sentAt } = governed([reply(200)], { maxRequests: 3 });
  expect([await send(), await send(), await send()]).toEqual([200, 200, 200]);
  expect(scheduler.left).toBe(0);
  expect(await send()).toBeInstanceOf(OutOfBudget);
  expect(await send(true)).toBeInstanceOf(OutOfBudget);
  expect([sentAt.length, scheduler.sent]).toEqual([3, 3]);
});

describe('a 429', () => {
  test('for a day on several operations ends what is sent with that key, and not what is sent without one', async () => {
    const { scheduler, exchanges } = governed([reply(429, { 'retry-after': '86400' })]);
    const ask = (id: string, credential: 'main' | 'none' = 'main') =>
      scheduler
        .send({ ...toRequest(operationOf(contract, id), {}), credential }, 'a.check', true)
        .catch((error: unknown) => String(error));
    const askServed = (id: string) =>
      scheduler.send(toRequest(operationOf(contract, id), {}), 'a.check', false).catch((error: unknown) => error);
    for (const id of ['listPets', 'createPet', 'getPet']) await askServed(id);
    expect(exchanges).toHaveLength(3);
    expect(await ask('listPets')).toMatch('the key is refused (429) for longer than --max-time allows');
    expect(await ask('listPets', 'none')).toMatchObject({ response: { status: 429 } });
    expect(exchanges).toHaveLength(4);
  });

  test.each([
    ['seconds', { 'retry-after': '30' }, 30],
    ['a date', { 'retry-after': 'Tue, 01 Jan 2030 00:00:45 GMT' }, 45],
    [
      'a date by a clock that is an hour off',
      { 'retry-after': 'Tue, 01 Jan 2030 01:00:20 GMT', date: 'Tue, 01 Jan 2030 01:00:00 GMT' },
      20,
    ],
    ['the reset alone', { reset: String(Date.UTC(2030, 0, 1) / 1000 + 12) }, 12],
    ['nothing at all', {}, 1],
  ] as const)('is waited out by %s, and the request sent again', async (_, headers, wait) => {
    const { send, sentAt } = governed([reply(429, headers), reply(200)]);
    expect(await send()).toBe(200);
    expect(sentAt).toEqual([0, wait]);
  });

  test('is an exchange all the same, and costs of the budget', async () => {
    const { scheduler, send, exchanges } = governed([reply(429, { 'retry-after': '1' }), reply(200)], {
      maxRequests: 1,
    });
    expect(await send()).toBeInstanceOf(OutOfBudget);
    expect(exchanges.map(({ response }) => response?.status)).toEqual([429]);
    expect(scheduler.sent).toBe(1);
  });

  test('that goes on and on is waited for longer and longer, and then no more', async () => {
    const { send, sentAt } = governed([reply(429)]);
    expect(await send()).toBeInstanceOf(OutOfBudget);
    expect(sentAt).toEqual([0, 1, 3, 7, 15]);
  });

  test('that was provoked is what was asked for', async () => {
    const { send, sentAt } = governed([reply(429, { 'retry-after': '30' })]);
    expect(await send(true)).toBe(429);
    expect(sentAt).toEqual([0]);
  });

  test('that asks for more time than there is ends it at once', async () => {
    const { send, sentAt } = governed([reply(429, { 'retry-after': '86400' }), reply(200)]);
    expect(await send()).toBeInstanceOf(OutOfBudget);
    expect(sentAt).toEqual([0]);
    expect(seconds()).toBe(0);
  });
});

describe('the pace of the server', () => {
  const empty = { left: '0', reset: String(Date.UTC(2030, 0, 1) / 1000 + 40) };

  test('with nothing left, the next request waits for the reset', async () => {
    const { send, sentAt, waits } = governed([reply(200, { left: '1' }), reply(200, empty), reply(200)]);
    await send();
    await send();
    await send();
    expect(sentAt).toEqual([0, 0, 40]);
    expect(waits).toEqual(['the window of the allowance']);
  });

  test('one key does not wait for another, nor one that uses its allowance up', async () => {
    const { send, sentAt } = governed([reply(200, empty), reply(200)]);
    await send();
    await send(true, 'limit');
    expect(sentAt).toEqual([0, 0]);
  });

  test('what is no figure is no reason to wait', async () => {
    const { send, sentAt } = governed([reply(200, { left: '0', reset: 'soon' }), reply(200)]);
    await send();
    await send();
    expect(sentAt).toEqual([0, 0]);
  });
});

test('--rate spreads the requests evenly', async () => {
  const { send, sentAt } = governed([reply(200)], { ratePerMinute: 30 });
  for (let count = 0; count < 4; count += 1) await send();
  expect(sentAt).toEqual([0, 2, 4, 6]);
});

test('after the time nothing is sent any more', async () => {
  const { send, sentAt } = governed([reply(200)], { maxTimeMs: 5000, ratePerMinute: 20 });
  expect([await send(), await send()]).toEqual([200, 200]);
  expect(await send()).toBeInstanceOf(OutOfBudget);
  expect(sentAt).toEqual([0, 3]);
});

test('a server that has gone silent is left alone after five requests', async () => {
  const { send, sentAt } = governed([SILENCE]);
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('timeout');
  expect(await send()).toBeInstanceOf(OutOfBudget);
  expect(sentAt).toHaveLength(5);
});

test('one that answers now and then is not', async () => {
  const { send } = governed([SILENCE, SILENCE, SILENCE, SILENCE, reply(200), SILENCE, reply(200)]);
  const came = [];
  for (let count = 0; count < 7; count += 1) came.push(await send());
  expect(came.at(-1)).toBe(200);
});

test('a query goes behind a target that has one, or begins it', () => {
  expect(withQuery('/a', '')).toBe('/a');
  expect(withQuery('/a', 'b=1')).toBe('/a?b=1');
  expect(withQuery('/a?c', 'b=1')).toBe('/a?c&b=1');
});

describe('a connection that is closed in the place of a reply', () => {
  const CLOSED: TransportFailure = { kind: 'closed', message: 'closed' };

  test('was closed idle where it had carried requests before: the request goes over a fresh one, and counts twice', async () => {
    const { scheduler, send, over, exchanges } = governed([reply(200), CLOSED, reply(200)]);
    expect([await send(), await send()]).toEqual([200, 200]);
    expect(over).toEqual(['kept', 'kept', 'fresh']);
    expect(scheduler.sent).toBe(3);
    expect(exchanges.map(({ number, isRepeated }) => [number, isRepeated])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test('is a failure where it had carried nothing', async () => {
    const { scheduler, send } = governed([CLOSED, reply(200)]);
    expect([await send(), scheduler.sent]).toEqual(['closed', 1]);
  });

  test('is not judged where the budget has nothing left', async () => {
    const { scheduler, send, exchanges } = governed([reply(200), CLOSED, reply(200)], { maxRequests: 2 });
    expect([await send(), await send(), scheduler.sent]).toEqual([200, expect.any(OutOfBudget), 2]);
    expect(exchanges).toHaveLength(1);
  });
});

describe('requests at once', () => {
  const several = (count: number) => Array.from({ length: count }, () => 'main' as const);
  const batches = (exchanges: readonly Exchange[]) => exchanges.map(({ together }) => together?.batch);

  test('go in batches, and tell with which others they went', async () => {
    const { sendTogether, exchanges, sentAt } = governed([reply(200)], { parallel: 3 });
    expect(await sendTogether(several(5))).toEqual([200, 200, 200, 200, 200]);
    expect(sentAt).toEqual([0, 0, 0, 0, 0]);
    expect(batches(exchanges)).toEqual([1, 1, 1, 2, 2]);
    expect(exchanges[0]?.together?.requests).toEqual(exchanges.slice(0, 3).map(({ request }) => request));
  });

  test('go one after the other where only one may', async () => {
    const { sendTogether, exchanges } = governed([reply(200)], { parallel: 1 });
    expect(await sendTogether(several(2))).toEqual([200, 200]);
    expect(batches(exchanges)).toEqual([undefined, undefined]);
  });

  test('are all within the budget, or none is sent', async () => {
    const { sendTogether, sentAt } = governed([reply(200)], { maxRequests: 3 });
    expect(await sendTogether(several(4))).toBeInstanceOf(OutOfBudget);
    expect(sentAt).toEqual([]);
  });

  test('of a credential are no more than are left of its allowance, and the window is waited for', async () => {
    const left = (remaining: number) => reply(200, { left: String(remaining), reset: String(1893456000 + 30) });
    const { send, sendTogether, exchanges, sentAt } = governed([left(2), left(1), left(9), left(0), reply(200)]);
    await send();
    expect(await sendTogether(['main', 'none', 'main', 'main'])).toEqual([200, 200, 200, 200]);
    expect(batches(exchanges)).toEqual([undefined, 1, 1, 1, undefined]);
    expect(sentAt).toEqual([0, 0, 0, 0, 30]);
  });

  test('that get a 429 are sent again by themselves, unless the limit is provoked', async () => {
    const replies = [reply(200), reply(429, { 'retry-after': '7' }), reply(429, { 'retry-after': '5' }), reply(201)];
    const { sendTogether, exchanges, sentAt } = governed(replies);
    expect(await sendTogether(several(3))).toEqual([200, 201, 201]);
    expect(sentAt).toEqual([0, 0, 0, 7, 7]);
    expect(batches(exchanges)).toEqual([1, 1, 1, undefined, undefined]);
    const provoked = governed(replies);
    expect(await provoked.sendTogether(['limit', 'limit', 'limit'], true)).toEqual([200, 429, 429]);
  });

  test('that are refused though more is left are not sent again, and from then on no more go together than were served', async () => {
    const refused = reply(429, { left: '9', 'retry-after': '60' });
    const { sendTogether, exchanges, sentAt } = governed([reply(200), reply(200), refused, refused, reply(200)]);
    expect(await sendTogether(several(4))).toEqual([200, 200, 429, 429]);
    expect(await sendTogether(several(3))).toEqual([200, 200, 200]);
    expect(batches(exchanges)).toEqual([1, 1, 1, 1, 2, 2, undefined]);
    expect(sentAt.at(-1)).toBe(0);
  });

  test('keep to the pace: in no minute are there more', async () => {
    const { send, sendTogether, sentAt } = governed([reply(200)], { ratePerMinute: 6 });
    await send();
    await sendTogether(several(4));
    await send();
    expect(sentAt).toEqual([0, 40, 40, 40, 40, 80]);
  });

  test('that get no reply count as one', async () => {
    const { send, sendTogether } = governed([SILENCE]);
    expect(await sendTogether(several(8))).toEqual(Array.from({ length: 8 }, () => 'timeout'));
    expect(await send()).toBe('timeout');
  });
});
