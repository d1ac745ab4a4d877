import { createMock } from 'animal-store-contract';

export async function asked(): Promise<Response> {
  const mock = await createMock();
  return mock.fetch(new Request('https://api.example.test/v1/pets', { headers: new Headers() }));
}
