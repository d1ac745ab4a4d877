import { type Api, connectMock, type ConnectedMock, type StartedMock } from 'animal-store-contract';
import { createMatchers } from 'animal-store-contract/matchers';
import { expect, type MockTestArgs, type MockWorkerArgs, test, testFor } from 'animal-store-contract/playwright';

test.use({ apiKeyName: 'pro', apiUrl: '/api', sessionOptions: { fixtures: 'none' }, mockOptions: { planLimits: 'off' } });

test('a page has its session', async ({ page, session, mock }) => {
  await session.clock.advance(60);
  await page.goto(mock.baseUrl);
  expect(await session.requests({ status: '2XX' })).toHaveLength(1);
  const name: string | undefined = session.name;
  return void name;
});

const conforming = expect.extend(createMatchers());

test('a reply keeps the contract', async ({ request, mock, session }) => {
  await conforming(await request.get(mock.baseUrl)).toConform({ method: 'GET' });
  // @ts-expect-error: no such key
  return void session.apiKeys.fre;
});

testFor<Api>()('any document', async ({ session }) => {
  const key: string | undefined = session.apiKeys.small;
  return void key;
});

/** The same text for a mock in this process and for one in another. */
export async function later(mock: StartedMock | ConnectedMock): Promise<number> {
  const session = await mock.session();
  await session.clock.advance(60);
  await session.close();
  return (await mock.clock.frozen) ? 0 : mock.clock.now();
}

export const connected = (url: string): Promise<ConnectedMock> => connectMock(url, { timeoutMs: 1000 });

export type Options = Partial<Pick<MockTestArgs, 'apiUrl'> & Pick<MockWorkerArgs, 'mockUrl'>>;
