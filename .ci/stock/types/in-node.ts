import {
  ContractError,
  createMock,
  type Fault,
  type MockOptions,
  type StartedMock,
  startMock,
} from 'animal-store-contract';

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
