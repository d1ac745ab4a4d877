import type { Contract } from '../../openapi/contract';
import { shippedContract } from '../testing/contract';
import { exchangeOf, type Told } from '../testing/exchange';
import { createJudge } from './judge';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** How often a key that is good was found refused. */
function refusals(story: readonly Told[]): number {
  const target = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
  const choice = { checks: ['credentials.steady'], excludedChecks: [], operations: [], excludeDeprecated: false };
  const judge = createJudge(contract, target, choice);
  for (const told of story) judge.observe(exchangeOf(contract, told));
  return judge.findings().reduce((sum, { seen }) => sum + seen, 0);
}

const served: Told = {};
const refused: Told = { status: 401 };
const limited: Told = { status: 429 };
const limitKey = (told: Told): Told => ({ ...told, parts: { credential: 'limit' } });

test.each([
  ['that is refused between two that are served', [served, refused, served], 1],
  ['that is refused now and then', [served, refused, served, served, refused, refused, served], 2],
] as const)('a good key %s is found out', (_, story, count) => {
  expect(refusals(story)).toBe(count);
});

test.each([
  ['that begins to be good', [refused, served]],
  ['that is withdrawn', [served, refused, refused]],
  ['that is refused for another operation', [served, { ...refused, operation: 'createPet' }, served]],
  ['when another is refused', [served, limitKey(refused), served]],
  ['that was banned, maybe, after a 429', [served, limited, refused, served]],
] as const)('nothing is said of a key %s', (_, story) => {
  expect(refusals(story)).toBe(0);
});

test('what one key sees is held against what it saw itself, and not against what another did', () => {
  const target = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
  const choice = { checks: ['list', 'records'], excludedChecks: [], operations: [], excludeDeprecated: false };
  const judge = createJudge(contract, target, choice);
  const body = [{ id: 1, name: 'Rex', categoryId: 3 }];
  const tell = (told: Told) => judge.observe(exchangeOf(contract, told));
  tell({ body: [{ ...body[0], name: 'Ada' }] });
  tell(limitKey({ body }));
  expect(judge.findings()).toEqual([]);
  tell({ ...limitKey({ body: [] }), parts: { credential: 'limit', query: { limit: 1 } } });
  expect(judge.findings().map(({ check, actual }) => `${check}: ${actual}`)).toContain('list.page-size: 0 records');
});
