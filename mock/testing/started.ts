import { type StartedMock, type StartOptions, startMock } from '../index';

const started: StartedMock[] = [];
// Also where a test fails half-way: a mock that is left open would keep the test run from ending.
afterAll(() => Promise.all(started.map((mock) => mock.close())));

/** A mock of a test's own, which is closed when the tests of the file are over. */
export async function startOwn(options: StartOptions): Promise<StartedMock> {
  const mock = await startMock(options);
  started.push(mock);
  return mock;
}
