import { describe } from 'vitest';
import { defineConfig } from 'vitest/config';
import type { Api } from 'animal-store-contract';
import { createMatchers } from 'animal-store-contract/matchers';
import { expect, type MockContext, test, testFor } from 'animal-store-contract/vitest';

expect.extend(createMatchers());

test('a test has its session', async ({ session, mock, task }) => {
  await session.clock.advance(60);
  expect(await session.requests({ status: '2XX' })).toHaveLength(1);
  expect((await mock.fetch('/v1')).status).toBe(200);
  const name: string | undefined = session.name ?? task.name;
  return void name;
});

test('a reply keeps the contract', async ({ mock, session }) => {
  await expect(await mock.fetch('/v1/pets')).toConform({ method: 'GET' });
  // @ts-expect-error: no such key
  return session.apiKeys.fre;
});

testFor<Api>()('any document', async ({ session }) => {
  const key: string | undefined = session.apiKeys.small;
  return void key;
});

describe('with other options', () => {
  test.override({ sessionOptions: { fixtures: 'none' } });
  test.concurrent.each([1, 2])('%i', (id) => expect(id).toBeGreaterThan(0));
});

export default defineConfig({
  test: { provide: { mockUrl: 'http://127.0.0.1:4010', mockOptions: { planLimits: 'off' } } },
});

// @ts-expect-error: no such option
test.override({ sessionOption: {} });

export type Options = Partial<Pick<MockContext, 'mockUrl' | 'sessionOptions'>>;
