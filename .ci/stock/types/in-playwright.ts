import { connectMock, type ConnectedMock, type StartedMock } from 'animal-store-contract';
import { expect, type MockTestArgs, type MockWorkerArgs, test } from 'animal-store-contract/playwright';

test.use({ apiKeyName: 'pro', apiUrl: '/api', sessionOptions: { fixtures: 'none' }, mockOptions: { planLimits: 'off' } });

test('a page has its session', async ({ page, session, mock }) => {
  await session.clock.advance(60);
  await page.goto(mock.baseUrl);
  expect(await session.requests({ status: '2XX' })).toHaveLength(1);
  const name: string | undefined = session.name;
  return void name;
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
