import type { Contract } from '../../openapi/contract';
import { faults } from '../../tools/selftest/faults';
import { REMOVAL } from '../../tools/selftest/lawful/parallel';
import { on, showing } from '../../tools/selftest/server/altering';
import type { Behaviour } from '../../tools/selftest/server/model';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import type { Exchange } from '../exchange/exchange';
import { textReport } from '../report/text';
import { toRequest } from '../requests/request';
import type { CaseContext, Check } from '../steps/check';
import { shippedContract } from '../testing/contract';
import { judged } from '../testing/judged';
import { optionsFor } from '../testing/options';
import { CannotJudge, fail, operationClause, type Verdict, Violation } from '../verdict/verdict';
import { plan } from './plan/plan';
import { CannotRun } from './probe';
import { run } from './run';

const SILENT = { onProgress: () => {}, onWait: () => {} };

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

// But for requests at once: which of them is served first is the server's choice.
describe('with the same seed and the same server', () => {
  const behaviours = ['the filter is ignored', 'id with a fraction'].map(
    (name) => [name, faults.find((fault) => fault.name === name)?.behaviour ?? {}] as const,
  );

  test.each([['a lawful server', {}] as const, ...behaviours])('%s gets the same requests', async (_, behaviour) => {
    const [one, other] = [
      await judged(behaviour, { seed: 7, parallel: 1, maxRequests: 150 }),
      await judged(behaviour, { seed: 7, parallel: 1, maxRequests: 150 }),
    ];
    const sent = ({ result }: typeof one) =>
      result.exchanges.map(({ request: { method, target, body, credential }, sentBy, response }) => [
        method,
        target,
        body,
        credential,
        sentBy,
        response?.status,
      ]);
    expect(sent(one)).toEqual(sent(other));
    expect(one.result.cells).toEqual(other.result.cells);
    const told = ({ result }: typeof one) =>
      result.findings.map(({ check, operation, expected, actual, seen, firstSeen }) => [
        check,
        operation,
        expected,
        actual,
        seen,
        firstSeen,
      ]);
    expect(told(one)).toEqual(told(other));
  });

  test('another seed draws other examples', async () => {
    // One at a time: the order of those at once would differ with the same seed, too.
    const bodies = async (seed: number) =>
      (await judged({}, { seed, parallel: 1, checks: ['input.accepted'] })).result.exchanges
        .map(({ request }) => request.body)
        .join();
    const one = await bodies(1);
    expect(await bodies(1)).toBe(one);
    expect(await bodies(2)).not.toBe(one);
  });
});

describe('the plan', () => {
  const base = optionsFor('http://x.example');

  test('has the first case of every check before the second of any', () => {
    const first = plan(contract, CHECKS, base).filter(({ case: one }) => one.tier === 1);
    const lanes = first.map(({ check, subject }) => `${check.id} ${subject.operation.id}`);
    const distinct = new Set(lanes).size;
    expect(new Set(lanes.slice(0, distinct)).size).toBe(distinct);
  });

  test('has what tells most before what is thorough, and random examples last', () => {
    const tiers = plan(contract, CHECKS, base).map(({ case: one }) => one.tier);
    expect(tiers).toEqual([...tiers].sort());
    expect(new Set(tiers)).toEqual(new Set([1, 2, 3]));
  });

  test('leaves room in the default budget for using up the allowance of the smallest plan', async () => {
    const { result } = await judged({}, { maxRequests: 2000 });
    expect(result.requests).toBeLessThanOrEqual(600 - 61);
  });

  test.each([
    ['--checks with a prefix', { checks: ['list'] }, /^list\./],
    ['--checks with an id', { checks: ['list.filter'] }, /^list\.filter$/],
    ['--exclude-checks', { checks: ['list'], excludedChecks: ['list.filter'] }, /^list\.(?!filter)/],
  ])('keeps to %s', (_, more, pattern) => {
    const ids = plan(contract, CHECKS, { ...base, ...more }).map(({ check }) => check.id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !pattern.test(id))).toEqual([]);
  });

  test('where oracles alone are asked for, every check sends', () => {
    const all = plan(contract, CHECKS, base).length;
    expect(plan(contract, CHECKS, { ...base, checks: ['reply.schema'] })).toHaveLength(all);
  });

  test('keeps to --operations and --exclude-deprecated', () => {
    const operations = (more: object) =>
      new Set(plan(contract, CHECKS, { ...base, ...more }).map(({ subject }) => subject.operation.id));
    expect(operations({ operations: ['listPets'] })).toEqual(new Set(['listPets']));
    expect(operations({}).has('getPet')).toBe(true);
    expect(operations({ excludeDeprecated: true }).has('getPet')).toBe(false);
  });

  test('what is asked for the sake of others alone is neither judged nor found wrong', async () => {
    const html = { headers: { 'Content-Type': 'text/html' }, text: '<h1>Gone</h1>' };
    const broken = { rewrite: on({ operation: 'read', status: 200 }, () => ({ ...html, status: 404 })) };
    for (const narrowed of [{ excludeDeprecated: true }, { operations: ['listPets', 'createPet'] }]) {
      const context = await judged(broken, {
        ...narrowed,
        checks: ['reply', 'error'],
        maxRequests: 60,
      });
      const { cells, findings, exchanges } = context.result;
      expect(exchanges.filter(({ request }) => request.operation.id === 'getPet').length).toBeGreaterThan(0);
      expect(cells.filter(({ operation }) => operation === 'getPet')).toEqual([]);
      expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([]);
      const said =
        narrowed.operations === undefined ? 'the deprecated operations getPet' : 'all operations but listPets';
      expect(textReport(context, false)).toContain(`Left out by flags or the configuration file: ${said}`);
    }
  });

  test('has limits only with a key to spend, and the wait only when it is wanted', () => {
    const ids = (more: object) => plan(contract, CHECKS, { ...base, ...more }).map(({ check }) => check.id);
    const limits = (more: object) => ids(more).filter((id) => id.startsWith('limits.'));
    const keys = { main: 'a', limit: 'b' };
    expect(limits({})).toEqual([]);
    expect(new Set(limits({ keys }))).toEqual(
      new Set([
        'limits.enforced',
        'limits.retry-after-agrees',
        'limits.refusal-changes-nothing',
        'limits.others-unaffected',
      ]),
    );
    expect(limits({ keys, waitForReset: true })).toContain('limits.service-resumes');
  });
});

describe('a run', () => {
  test('sends no more than its budget, and tells what it left out', async () => {
    for (const maxRequests of [1, 17, 60]) {
      const { result } = await judged({}, { maxRequests });
      expect(result.requests).toBe(maxRequests);
      expect(result.exchanges).toHaveLength(maxRequests);
      expect(result.cells.some(({ outcome }) => outcome === 'inconclusive')).toBe(true);
      expect(result.findings).toEqual([]);
    }
  });

  test('does not pass a check where nothing came that it could judge', async () => {
    const { result } = await judged({ opening: () => [] }, { checks: ['records.kept'] });
    const reasons = ['the replies show nothing to judge'];
    expect(result.cells).toEqual([
      { check: 'records.kept', operation: 'createPet', outcome: 'skip', judged: 3, reasons },
    ]);
  });

  test('judges what a check is about by what others send, too', async () => {
    const { result } = await judged(
      showing(({ members }) => ({ name: `${members.name} ` })),
      { maxRequests: 250 },
    );
    const echo = result.findings.find(({ check }) => check === 'created.echoed');
    expect(echo?.seen).toBeGreaterThan(20);
    expect(new Set(result.exchanges.map(({ sentBy }) => sentBy)).size).toBeGreaterThan(10);
  });

  test('stops after --max-failures', async () => {
    const { result } = await judged({ filter: (animals) => animals }, { maxFailures: 1 });
    expect(result.findings).toHaveLength(1);
    expect(result.cells.some(({ reasons }) => reasons.join().includes('--max-failures'))).toBe(true);
  });

  test('tells each finding once, with how often it was seen', async () => {
    const { result } = await judged({ filter: (animals) => animals }, { maxRequests: 200 });
    const names = result.findings.map(({ check, operation, actual }) => `${check} ${operation} ${actual}`);
    expect(new Set(names).size).toBe(names.length);
    expect(Math.max(...result.findings.map(({ seen }) => seen))).toBeGreaterThan(1);
  });

  test('a value that the user has named is one that has to be accepted', async () => {
    const examplesGiven = new Map([['categoryId', [424242]]]);
    const { result } = await judged({}, { examplesGiven, maxRequests: 100 });
    const bodies = result.exchanges.map(({ request }) => request.body ?? '');
    expect(bodies.some((body) => body.includes('424242'))).toBe(true);
  });

  describe('of a server whose clock is past the day on which an operation is removed', () => {
    const REASON = "by the server's clock the removal date of getPet (2030-12-05) has come";
    const toGetPet = ({ result }: Awaited<ReturnType<typeof judged>>) =>
      result.exchanges.filter(({ request }) => request.operation.id === 'getPet');

    test('sends nothing to it, and skips with the reason what needs it', async () => {
      const context = await judged({ now: () => REMOVAL });
      expect(toGetPet(context)).toEqual([]);
      const { result, verdict } = context;
      expect([verdict, result.findings, result.removed.map(({ id }) => id)]).toEqual(['pass', [], ['getPet']]);
      const skipped = result.cells.filter(({ reasons }) => reasons.includes(REASON));
      expect(new Set(skipped.map(({ outcome }) => outcome))).toEqual(new Set(['skip']));
      expect(skipped.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
        'deprecated.works getPet',
        'created.readable createPet',
        'records.by-id getPet',
        'missing.not-found getPet',
        'credentials.required getPet',
        'credentials.checked getPet',
        'credentials.first getPet',
        'input.parameters-refused getPet',
        'input.query getPet',
        'input.accepted getPet',
        'sequence.model createPet',
      ]);
      expect(textReport(context, false)).toContain(`\nNot all was judged: ${REASON}.\n`);
    });

    test('judges it up to the last second before', async () => {
      const { result } = await judged({ now: () => REMOVAL - 1 }, { maxRequests: 100 });
      expect(result.removed).toEqual([]);
      expect(result.cells.some(({ reasons }) => reasons.includes(REASON))).toBe(false);
    });

    test.each([20, 250])('does not accuse where that day begins after %d requests', async (before) => {
      let seen = 0;
      const isGone = () => seen > before;
      const behaviour: Behaviour = {
        meanwhile: () => {
          seen += 1;
        },
        now: () => (isGone() ? REMOVAL : REMOVAL - 1000),
        rewrite: on({ operation: 'read' }, () =>
          isGone() ? { status: 404, body: { code: 'gone', message: 'Gone.', status: 404 } } : {},
        ),
      };
      const context = await judged(behaviour, { maxRequests: before + 100 });
      expect(toGetPet(context).length).toBeGreaterThan(0);
      expect(context.result.findings).toEqual([]);
    });
  });

  test('can not begin where there is no server', async () => {
    const { baseUrl, close } = await startServer();
    await close();
    await expect(run(contract, CHECKS, optionsFor(baseUrl), SILENT)).rejects.toThrow(CannotRun);
    await expect(run(contract, CHECKS, optionsFor(baseUrl), SILENT)).rejects.toThrow(/can't be reached.*--base-url/);
  });

  test('can not begin with a key that is refused', async () => {
    await expect(judged({}, { keys: { main: 'wrong', limit: undefined } })).rejects.toThrow(
      /refuses the key.*--api-key/,
    );
    await expect(judged({}, { keys: { main: undefined, limit: undefined } })).rejects.toThrow(CannotRun);
  });

  test('a refused key for Authorization that the document has as an API key may lack the word before it', async () => {
    const scheme = {
      name: 'Key',
      pointer: '/components',
      kind: 'apiKey',
      in: 'header',
      parameter: 'Authorization',
    } as const;
    const operations = contract.operations.map((one) => ({ ...one, security: [[scheme]] }));
    const { baseUrl, close } = await startServer();
    const options = optionsFor(baseUrl, { keys: { main: 'wrong', limit: undefined } });
    await expect(run({ ...contract, operations }, CHECKS, options, SILENT)).rejects.toThrow(/such as "Bearer KEY"/);
    await close();
  });

  test('can not begin with nothing to check', async () => {
    const options = optionsFor('http://x.example', { checks: ['list'], operations: ['createPet'] });
    await expect(run(contract, CHECKS, options, SILENT)).rejects.toThrow(/Nothing is left to check/);
  });
});

describe('what a story has told stays, whatever ends it:', () => {
  /** What comes of a run whose one case yields a violation, and then ends in this way. */
  const endingWith = async (end: (context: CaseContext, shown: Exchange) => Promise<unknown>, maxRequests = 100) => {
    const story = async function* (context: CaseContext): AsyncGenerator<Verdict> {
      const shown = await context.send(toRequest(context.subject.operation, {}));
      yield fail({ expected: 'this', actual: 'that', exchanges: [shown], key: 'first' });
      await end(context, shown);
    };
    const check: Check = {
      id: 'a.story',
      title: 'A story',
      level: 'MUST',
      applies: ({ operation }) => operation.id === 'listPets',
      clause: ({ operation }) => operationClause(operation, 'It is told.'),
      cases: () => [{ name: 'one', tier: 1, run: story }],
    };
    const server = await startServer({});
    const options = optionsFor(server.baseUrl, { keys: { main: server.keys.main, limit: undefined }, maxRequests });
    const { findings, cells } = await run(contract, [check], options, SILENT);
    await server.close();
    const ofStory = cells.find(({ check: id }) => id === 'a.story');
    return [findings.map(({ key }) => key), ofStory?.outcome, ofStory?.reasons];
  };

  test.each<[string, Parameters<typeof endingWith>, readonly unknown[]]>([
    ['its end', [async () => {}], [['first'], 'fail', []]],
    ['what it can not judge', [() => Promise.reject(new CannotJudge('no'))], [['first'], 'fail', ['no']]],
    [
      'a violation',
      [(_, shown) => Promise.reject(new Violation({ expected: 'a', actual: 'b', exchanges: [shown], key: 'second' }))],
      [['first', 'second'], 'fail', []],
    ],
    [
      'the budget',
      [
        async ({ send, subject }) => {
          for (;;) await send(toRequest(subject.operation, {}));
        },
        4,
      ],
      [['first'], 'fail', ['the budget of requests (--max-requests) was used up']],
    ],
    ['a fault of the suite', [() => Promise.reject(new TypeError('odd'))], [['first'], 'fail', ['TypeError: odd']]],
  ])('%s', async (_, given, expected) => {
    expect(await endingWith(...given)).toEqual(expected);
  });
});
