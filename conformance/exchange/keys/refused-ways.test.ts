import type { Contract, Operation } from '../../../openapi/contract';
import { namesOf } from './keys';
import { limitedWays, refusedWays } from './refused-ways';

const KEY = { kind: 'apiKey', name: 'ApiKey', in: 'header', parameter: 'X-Key' };
const TOKEN = { kind: 'bearer', name: 'StaffToken' };

/** The ways that `/webhook_endpoints` refuses, or may refuse, by words of the document and of the operation. */
function refused(around: string, own = '', read = refusedWays, [first, second]: readonly object[] = [KEY, TOKEN]) {
  const both = { security: [[first], [second]], replies: [{ status: 403, description: 'Forbidden.' }] };
  const hooks = { ...both, path: '/webhook_endpoints', summary: '', description: own, around: [around] };
  const contract = { operations: [hooks] } as unknown as Pick<Contract, 'operations'>;
  return read(contract)(hooks as unknown as Operation).map(namesOf);
}

test.each([
  ['Webhook endpoints are managed with API keys only: access tokens get `403` from every operation.', ['StaffToken']],
  ['Access tokens get `403` from every operation under `/webhook_endpoints`.', ['StaffToken']],
  ['An API key that is used on webhook endpoints is refused with `403`, code `token_required`.', ['ApiKey']],
  [
    'Two kinds:\n\n| Kind | Does |\n|---|---|\n| API key | all. Also the webhooks. |\n| Staff token | as an API key, except for the webhook endpoints, which are refused by 403 `key_required` |\n',
    ['StaffToken'],
  ],
])('a way is refused by words around: %s', (words, ways) => expect(refused(words)).toEqual(ways));

test.each([
  ['Requires a staff token.', ['ApiKey']],
  ['Only for API keys.', ['StaffToken']],
])('a way is refused by words of its own: %s', (words, ways) => expect(refused('', words)).toEqual(ways));

test.each([
  ['Where an operation says *Staff only*, any portal token gets 403.', 'Staff only.', ['portalToken']],
  ['Where an operation says *Staff only*, any portal token gets 403.', '', []],
  ['Portal tokens of scope `read` get 403 on webhook endpoints.', '', []],
  ['Portal tokens get 403 on webhook endpoints.', '', ['portalToken']],
])('of two kinds of tokens each goes by its own name: %s %s', (around, own, ways) => {
  const portal = { kind: 'apiKey', name: 'portalToken', in: 'header', parameter: 'X-Portal-Token' };
  expect(refused(around, own, refusedWays, [TOKEN, portal])).toEqual(ways);
});

test.each([
  'A read-only key that is used on webhook endpoints is refused with `403`.',
  'An unknown key is answered with `401`.',
  'Exports are made with API keys only.',
  'Webhook endpoints take an API key or a staff token.',
  '| Staff token | as an API key, except for the exports, which are refused by 403 |',
  'Requires an API key or a staff token.',
  'A staff token that names another owner of webhook endpoints gets `403`.',
])('nothing says that one is refused: %s', (words) => expect(refused(words)).toEqual([]));

test.each([
  ['* a staff token acts for one. It may read webhooks. Every other operation is answered `403`.', ['StaffToken']],
  ['* a viewer key may only use `GET`. Anything else is answered `403`.', []],
  ['* a staff token may read webhooks. A reader key sees them, and everything else is answered `403`.', []],
  ['* a staff token acts for one. Every other operation is open to it.', []],
])('a way that may do a few things alone is refused elsewhere: %s', (words, ways) =>
  expect(refused(words, '', limitedWays)).toEqual(ways),
);
