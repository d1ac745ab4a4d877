import type { Contract } from '../../openapi/contract';
import { toRequest } from '../requests/request';
import { operationOf, shippedContract } from '../testing/contract';
import { hasHalfPair } from './query';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

test.each([
  ['"a \\ud83d b"', true],
  ['"a \\uD83D"', true],
  ['"a \\udc15 b"', true],
  ['"a \\ud83d\\udc15 b"', false],
  ['"a \\ud83d\\udc15 \\ud83d"', true],
  ['"a \\u0052 b"', false],
  ['"a b"', false],
])('%s: half a surrogate pair or not', (rawBody, expected) => {
  expect(hasHalfPair(toRequest(operationOf(contract, 'createPet'), { rawBody }))).toBe(expected);
});
