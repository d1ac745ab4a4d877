import { createMock, type Mock } from '../index';

/** A Thursday, half a minute past noon. */
const NOON = Date.parse('2026-11-19T12:00:30Z');

/** What is left and for how long, after each of some requests. */
async function toldBy(mock: Mock, targets: readonly string[], key = 'demo-free') {
  const told: (readonly [status: number, left: number, seconds: number])[] = [];
  for (const target of targets) {
    const { status, headers } = await mock.fetch(`/v1${target}`, { headers: { authorization: `Bearer ${key}` } });
    const header = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
    told.push([status, header('remaining'), header('reset') - mock.clock.now() / 1000]);
  }
  return told;
}
const LIST = '/pets?limit=1';
const lists = (count: number): readonly string[] => Array.from({ length: count }, () => LIST);

async function mockAt(choices: Readonly<Record<string, string>>): Promise<Mock> {
  const mock = await createMock({ choices });
  mock.clock.freeze();
  mock.clock.set(NOON);
  return mock;
}

describe('windows that were chosen otherwise', () => {
  test('end with the minute of the clock', async () => {
    const mock = await mockAt({ windows: 'calendar' });
    expect((await toldBy(mock, lists(61))).slice(-2)).toEqual([
      [200, 0, 30],
      [429, 0, 30],
    ]);
    mock.clock.advance(30);
    expect(await toldBy(mock, lists(1))).toEqual([[200, 59, 60]]);
  });

  test('slide, so that what was used comes back as it gets old', async () => {
    const mock = await mockAt({ windows: 'sliding' });
    await toldBy(mock, lists(20));
    mock.clock.advance(40);
    expect((await toldBy(mock, lists(41))).slice(-2)).toEqual([
      [200, 0, 20],
      [429, 0, 20],
    ]);
    mock.clock.advance(20);
    expect((await toldBy(mock, lists(21))).slice(-2)).toEqual([
      [200, 0, 40],
      [429, 0, 40],
    ]);
    const [free] = await mock.allowances.list();
    expect(free?.windows[0]).toMatchObject({
      window: 'minute',
      used: 60,
      left: 0,
      resetAt: '2026-11-19T12:02:10.000Z',
    });
  });

  test('are shown, kept and set by the control plane in the same way', async () => {
    const mock = await mockAt({ windows: 'calendar' });
    await mock.allowances.set('free', { left: { minute: 1 } });
    expect(await toldBy(mock, lists(2))).toEqual([
      [200, 0, 30],
      [429, 0, 30],
    ]);
  });
});

describe('refusals that cost nothing', () => {
  test('leave as much as there was, but for a 429', async () => {
    const mock = await mockAt({ 'refusals.cost': 'free' });
    expect(await toldBy(mock, [LIST, '/pets/0', '/nothing', '/pets?limit=0', LIST])).toEqual([
      [200, 59, 60],
      [404, 59, 60],
      [404, 59, 60],
      [400, 59, 60],
      [200, 58, 60],
    ]);
    expect(await toldBy(mock, [LIST, LIST], 'of-nobody')).toEqual([
      [401, 60, 60],
      [401, 60, 60],
    ]);
    const refused = (await toldBy(mock, [...lists(58), LIST, LIST])).slice(-2);
    expect(refused).toEqual([
      [429, 0, 60],
      [429, 0, 60],
    ]);
  });

  test('count as any other request where nothing is chosen', async () => {
    const mock = await mockAt({});
    expect(await toldBy(mock, ['/pets/0', LIST])).toEqual([
      [404, 59, 60],
      [200, 58, 60],
    ]);
  });
});
