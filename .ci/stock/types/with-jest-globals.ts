import { expect } from '@jest/globals';
import { createMatchers } from 'animal-store-contract/matchers';

expect.extend(createMatchers());

export async function judged(response: Response): Promise<void> {
  await expect(response).toConform({ method: 'GET' });
  await expect(response).not.toConform();
}
