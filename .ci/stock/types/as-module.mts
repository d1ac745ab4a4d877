import { createMock } from 'animal-store-contract';
import { createMatchers } from 'animal-store-contract/matchers';

export async function asked(): Promise<number> {
  const mock = await createMock({ log: 'silent' });
  const { status, headers } = await mock.fetch('/v1/pets', {
    method: 'GET',
    headers: { authorization: 'Bearer demo-free' },
  });
  return headers.get('x-ratelimit-remaining') === null ? 0 : status;
}

export const { toConform } = createMatchers();
