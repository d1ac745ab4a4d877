import type { Contract, Operation } from '../../openapi/contract';
import { operationOf, shippedContract } from '../testing/contract';
import { exchangeOf } from '../testing/exchange';
import { createCallers } from './callers';
import { createJudge } from './judge';

let contract: Contract;
let list: Operation;
beforeAll(async () => {
  contract = await shippedContract();
  list = operationOf(contract, 'listPets');
});

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
const EVERYTHING = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };

describe('who sent a request', () => {
  test('is told by its key, which stands in nothing that is shown', () => {
    const callers = createCallers(contract);
    const one = callers.of(list, { authorization: 'Bearer first-secret', accept: '*/*' }, '/pets');
    const other = callers.of(list, { authorization: 'Bearer other-secret' }, '/pets');
    expect(one).toEqual(callers.of(list, { accept: '*/*', authorization: 'Bearer first-secret' }, '/pets'));
    expect(one?.credential).not.toEqual(other?.credential);
    expect(one?.headers).toEqual({ accept: '*/*' });
    expect(JSON.stringify(one)).not.toContain('secret');
    expect(callers.secretsOf(one?.credential ?? 'none')).toEqual(['first-secret']);
  });

  test('is told by cookies and both halves of Basic, too', () => {
    const callers = createCallers(contract);
    const basic = `Basic ${Buffer.from('ada:pass-word').toString('base64')}`;
    const called = callers.of(list, { cookie: 'a=first-value; b=second-value', authorization: basic }, '/pets');
    expect(called?.headers).toEqual({});
    expect(callers.secretsOf(called?.credential ?? 'none')).toEqual([
      'first-value',
      'second-value',
      basic.slice(6),
      'ada:pass-word',
      'ada',
      'pass-word',
    ]);
  });

  test('is told by a key in the query, which is taken out of the target', () => {
    const scheme = { name: 'k', kind: 'apiKey', in: 'query', parameter: 'api key', pointer: '' } as const;
    const keyed = { ...list, security: [[scheme]] };
    const called = createCallers({ operations: [keyed] }).of(keyed, {}, '/pets?limit=2&api%20key=s%2Fcret&x=%41');
    expect(called?.target).toBe('/pets?limit=2&x=%41');
    expect(createCallers({ operations: [keyed] }).of(keyed, {}, '/pets?limit=2')?.credential).toBe('none');
  });

  test('is nobody where nothing is carried, and nothing has to be', () => {
    expect(createCallers(contract).of(list, {}, '/pets')?.credential).toBe('none');
    expect(createCallers(contract).of({ ...list, security: [] }, {}, '/pets')?.credential).toEqual({
      caller: 'nobody',
    });
  });

  test('is not told any more of the 2,001st', () => {
    const callers = createCallers(contract);
    const of = (name: number) => callers.of(list, { authorization: `Bearer ${name}` }, '/pets');
    for (let name = 0; name < 2000; name += 1) of(name);
    expect(of(2000)).toBeUndefined();
    expect(of(7)?.credential).toEqual(of(7)?.credential);
  });
});

describe('the judge', () => {
  const rex = { id: 1, name: 'Rex', categoryId: 3 };
  const bella = { ...rex, name: 'Bella' };
  const shown = (body: readonly object[], caller = 'a') =>
    exchangeOf(contract, { body, parts: { query: { limit: 100 }, credential: { caller } } });
  const newJudge = () => createJudge(contract, TARGET, { ...EVERYTHING, checks: ['records'] });

  test('holds what a caller is shown against what it was shown itself', () => {
    const judge = newJudge();
    for (const one of [shown([rex], 'a'), shown([bella], 'b')]) judge.observe(one);
    expect(judge.findings()).toEqual([]);
    judge.observe(shown([bella], 'a'));
    expect(judge.findings().map(({ check, actual }) => `${check}: ${actual}`)).toEqual(['records.kept: name: "Bella"']);
  });

  test('says of requests at once that are not sent again what they show, and else keeps it back', () => {
    const together = [shown([bella]), shown([bella])];
    const [asked, told] = [newJudge(), newJudge()];
    for (const judge of [asked, told]) judge.observe(shown([rex]));
    asked.observeTogether(together);
    told.observeTogether(together, true);
    expect([asked.findings().length, told.findings().length]).toEqual([0, 1]);
  });

  test('compares nothing with what went by unseen, or lay across others', () => {
    const judge = newJudge();
    judge.observe(shown([rex]));
    judge.observeApart(shown([bella]));
    judge.forget();
    judge.observe(shown([bella]));
    expect(judge.findings()).toEqual([]);
    judge.observe(shown([rex]));
    expect(judge.findings()).toHaveLength(1);
  });
});
