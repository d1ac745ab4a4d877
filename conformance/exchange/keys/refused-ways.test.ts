import type { Contract, Operation } from '../../../openapi/contract';
import { namesOf } from './keys';
import { refusedWays } from './refused-ways';

const KEY = { kind: 'apiKey', name: 'ApiKey', in: 'header', parameter: 'X-Key' };
const TOKEN = { kind: 'bearer', name: 'StaffToken' };

/** The ways that `/webhook_endpoints` refuses, by words of the document and of the operation. */
function refused(around: string, own = '') {
  const both = { security: [[KEY], [TOKEN]], replies: [{ status: 403, description: 'Forbidden.' }] };
  const hooks = { ...both, path: '/webhook_endpoints', summary: '', description: own, around: [around] };
  const contract = { operations: [hooks] } as unknown as Pick<Contract, 'operations'>;
  return refusedWays(contract)(hooks as unknown as Operation).map(namesOf);
}

test.each([
  ['Webhook endpoints are managed with API keys only: access tokens get `403` from every operation.', ['StaffToken']],
  ['Access tokens get `403` from every operation under `/webhook_endpoints`.', ['StaffToken']],
  ['An API key that is used on webhook endpoints is refused with `403`, code `token_required`.', ['ApiKey']],
])('a way is refused by words around: %s', (words, ways) => expect(refused(words)).toEqual(ways));

test.each([
  ['Requires a staff token.', ['ApiKey']],
  ['Only for API keys.', ['StaffToken']],
])('a way is refused by words of its own: %s', (words, ways) => expect(refused('', words)).toEqual(ways));

test.each([
  'A read-only key that is used on webhook endpoints is refused with `403`.',
  'An unknown key is answered with `401`.',
  'Exports are made with API keys only.',
  'Webhook endpoints take an API key or a staff token.',
  'Requires an API key or a staff token.',
])('nothing says that one is refused: %s', (words) => expect(refused(words)).toEqual([]));
