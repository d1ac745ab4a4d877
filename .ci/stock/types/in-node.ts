import {
  type Api,
  ContractError,
  createMock,
  type Fault,
  type MockOptions,
  type SessionClient,
  type StartedMock,
  startMock,
} from 'animal-store-contract';
import { createMatchers } from 'animal-store-contract/matchers';

expect.extend(createMatchers());

const options: MockOptions = { planLimits: 'off', cors: ['http://localhost:3000'], fixtures: { pets: [{ id: 1 }] } };

export async function inNode(): Promise<number> {
  const mock = await createMock(options);
  const asked: Response = await mock.fetch(new Request('http://localhost/v1/pets'), {
    signal: AbortSignal.timeout(1000),
  });
  const fault: Fault = await mock.faults.add({ status: 503, times: 1 });
  return asked.status + fault.struck;
}

export async function onPort(): Promise<StartedMock> {
  try {
    return await startMock({ port: 0 });
  } catch (error) {
    if (error instanceof ContractError) console.log(error.pointer);
    throw error;
  }
}

export async function untilItsBlockEnds(response: Response): Promise<string> {
  await using mock = await startMock();
  await using session: SessionClient = await mock.session();
  await expect(response).toConform({ method: 'GET' });
  // @ts-expect-error: no such key
  await mock.allowances.set('fre', { left: { minute: 0 } });
  // @ts-expect-error: no such window
  await session.allowances.set('free', { left: { hour: 0 } });
  // @ts-expect-error: it does nothing
  await session.faults.add({ times: 1 });
  return session.apiKeys.free;
}

export async function ofAnOwnDocument(): Promise<StartedMock<Api>> {
  const mock = await startMock({ document: 'shop.yaml' });
  await mock.allowances.set('small', { left: { hour: 0 } });
  return mock;
}
