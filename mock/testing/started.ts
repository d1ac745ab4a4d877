import { type StartedMock, type StartOptions, startMock } from '../index';

const started: StartedMock[] = [];
// Also if a test fails half-way: an open mock would keep Jest from ending.
afterAll(() => Promise.all(started.map((mock) => mock.close())));

/** Starts a mock for one test; it is closed after the tests of the file. */
export async function startOwn(options: StartOptions): Promise<StartedMock> {
  const mock = await startMock(options);
  started.push(mock);
  return mock;
}
