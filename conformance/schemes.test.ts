import { startMock } from '../mock';
import { editedDocument } from '../mock/testing/edited';
import { type Contract, loadContract } from '../openapi/contract';
import { keyWhere } from '../tools/selftest/server/input';
import type { Asked, KeyName } from '../tools/selftest/server/model';
import { startServer } from '../tools/selftest/server/server';
import { CHECKS } from './checks';
import { inOrderOfCredentials } from './options/run-options';
import { ofRun } from './report/context';
import { redactor } from './report/redact';
import { textReport } from './report/text';
import { run } from './run/run';
import { runCommand } from './testing/command';
import { optionsFor } from './testing/options';
import type { RunResult } from './verdict/result';

const USER = 'ann-of-green:7Qk2-Xv:R9tLbW3z';

/** The shipped contract with another way to say who one is. */
const contractWith = (schemes: Readonly<Record<string, object>>, security: readonly object[]): Promise<Contract> =>
  loadContract(
    editedDocument((draft) => {
      draft.components.securitySchemes = schemes;
      draft.security = security;
    }),
  );

/** Where a key stands, what reads it there, and parts of it that no report may show. */
interface Way {
  readonly scheme: object;
  readonly key?: string;
  readonly read: (asked: Asked) => string | undefined;
  readonly secrets: readonly string[];
}

const field = (place: 'header' | 'query' | 'cookie', name: string, read: Way['read']): Way => ({
  scheme: { type: 'apiKey', in: place, name },
  read,
  secrets: ['7Qk2XvR9'],
});

const WAYS = {
  header: field('header', 'X-Key', ({ headers }) => headers['x-key']?.toString()),
  query: field('query', 'key', ({ query }) => query.get('key') ?? undefined),
  cookie: field('cookie', 'session', ({ headers }) => /(?:^|; *)session=([^;]*)/.exec(headers.cookie ?? '')?.[1]),
  basic: {
    scheme: { type: 'http', scheme: 'basic' },
    key: USER,
    read: ({ headers: { authorization = '' } }) => {
      const [, pair] = /^basic +(\S+)$/i.exec(authorization) ?? [];
      return pair === undefined ? undefined : Buffer.from(pair, 'base64').toString();
    },
    secrets: ['7Qk2-Xv', Buffer.from(USER).toString('base64').slice(0, 20)],
  },
} as const satisfies Readonly<Record<string, Way>>;

type ParseKey = (authorization: string | undefined, asked: Asked) => KeyName | undefined;

interface Judged {
  readonly violations: readonly string[];
  readonly result: RunResult;
  readonly text: string;
}

/** Judges a server that reads keys so, with all checks or some. */
async function judge(
  contract: Contract,
  parseKey: ParseKey,
  key?: string,
  checks: readonly string[] = [],
  named: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Judged> {
  const server = await startServer({ parseKey });
  const options = optionsFor(server.baseUrl, {
    keys: { main: key ?? server.keys.main, limit: undefined, named },
    maxRequests: checks === TELLING ? 60 : 250,
    checks,
    headers,
  });
  const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const tool = { name: 'the suite', version: '0.0.0' };
  const redact = redactor(options.keys, Object.values(headers));
  const text = textReport({ ...ofRun(contract, options), result, verdict: 'fail', tool, redact }, false);
  const violations = result.findings.map(({ check, actual }) => `${check}: ${actual}`);
  return { violations, result, text };
}

const passed = ({ cells }: RunResult, wanted: string): boolean =>
  cells.some(({ check, outcome }) => check === wanted && outcome === 'pass');

/** What a server that looks at less than the key is found out by, with its first requests. */
const TELLING = ['credentials'];

/** What tells how a server treats credentials; the others only carry them. */
const ASKING = ['credentials', 'connection', 'created', 'limits'];

const isAnything = (value: string | undefined): boolean => value !== undefined;
const isUser = (value = ''): boolean => value.split(':')[0] === USER.split(':')[0];
const isPassword = (value = ''): boolean => value.endsWith(USER.slice(USER.indexOf(':')));

describe.each<readonly [string, Way]>(Object.entries(WAYS))('a key by %s', (name, { scheme, key, read, secrets }) => {
  const contract = (): Promise<Contract> => contractWith({ way: scheme }, [{ way: [] }]);

  test('is sent there, and a server that looks at all of it is not accused', async () => {
    const parseKey: ParseKey = (_, asked) =>
      key === undefined ? keyWhere(asked, (one) => one === read(asked)) : read(asked) === key ? 'main' : undefined;
    const { violations, result } = await judge(await contract(), parseKey, key, ASKING);
    expect(violations).toEqual([]);
    expect(['credentials.required', 'credentials.checked'].map((id) => passed(result, id))).toEqual([true, true]);
  });

  test.each([
    ['any value', isAnything, 'credentials.checked'],
    ['none at all', () => true, 'credentials.required'],
    ...(name === 'basic'
      ? ([
          ['any password', isUser, 'credentials.checked'],
          ['any user', isPassword, 'credentials.checked'],
        ] as const)
      : []),
  ] as const)('a server that takes %s is found out, and its curl line has a variable', async (_name, takes, check) => {
    const parseKey: ParseKey = (_, asked) => (takes(read(asked)) ? 'main' : undefined);
    const { violations, text } = await judge(await contract(), parseKey, key, TELLING);
    expect(violations.some((one) => one.startsWith(`${check}: the status 200`))).toBe(true);
    for (const secret of secrets) expect(text).not.toContain(secret);
    if (name === 'basic' && check === 'credentials.checked') expect(text).toContain(`-H "Authorization: Basic $(`);
  });
});

/** The built command judges a mock with these schemes. */
async function judgedMock(
  schemes: object,
  security: readonly object[],
  ...runs: readonly Parameters<typeof runCommand>[]
) {
  const document = editedDocument((draft) => {
    draft.components.securitySchemes = schemes;
    draft.security = security;
  });
  const mock = await startMock({ document, planLimits: false });
  const base = ['--base-url', mock.baseUrl, '--document', document, '--checks', 'credentials,connection'];
  const ended = await Promise.all(runs.map(([args, env]) => runCommand([...base, ...args], env)));
  await mock.close();
  return ended;
}

test('Basic is taken by the mock as a user without a password, and sent so where the key has no colon', async () => {
  const [judged] = await judgedMock({ way: WAYS.basic.scheme }, [{ way: [] }], [['--api-key', 'demo-pro']]);
  expect(judged).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASS: 0 violations/m) });
});

describe('a credential in a header of the user', () => {
  const sentBy: Readonly<Record<string, string>> = {
    header: 'X-Key: demo-pro',
    cookie: 'Cookie: theme=dark; session=demo-pro',
    basic: `Authorization: Basic ${Buffer.from('demo-pro:').toString('base64')}`,
  };

  test.each(Object.entries(sentBy))(
    '(%s) is that of its scheme, and a server that looks at it is not accused',
    async (name, line) => {
      const scheme = Object.entries(WAYS).find(([way]) => way === name)?.[1].scheme;
      const [judged] = await judgedMock({ way: scheme }, [{ way: [] }], [['-H', line]]);
      expect(judged).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^PASS: 0 violations, 0 warnings, 0 inc/m),
      });
    },
  );

  test('is left out of requests that are to have none, whichever header it is in', async () => {
    const contract = await contractWith({ way: WAYS.cookie.scheme }, [{ way: [] }]);
    const server = await startServer({ parseKey: (token) => (token === 'Bearer of-a-gateway' ? 'main' : undefined) });
    const headers = { Authorization: 'Bearer of-a-gateway', 'X-Team': 'the-whole-team' };
    const options = optionsFor(server.baseUrl, { headers, maxRequests: 60, checks: TELLING });
    const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    await server.close();
    expect(result.findings).toEqual([]);
    expect(passed(result, 'credentials.required')).toBe(true);
  });

  test('is a variable in the curl lines of a server that serves everyone, and none where it was not sent', async () => {
    const contract = await contractWith({ way: WAYS.header.scheme }, [{ way: [] }]);
    const headers = { 'X-Key': 'the-secret-key-1', 'X-Team': 'the-whole-team' };
    const named = { way: 'the-secret-key-1' };
    const { violations, text } = await judge(contract, () => 'main', '', TELLING, named, headers);
    expect(violations).toContain('credentials.required: the status 200 with no credential');
    expect(text).toContain('-H "X-Team: $ANIMAL_STORE_HEADER_X_TEAM"');
    expect(text).toMatch(/^.*curl (?!.*X-Key).*$/m);
    expect(text).toMatch(
      /Set these first: export .*ANIMAL_STORE_HEADER_X_TEAM=….*\(ANIMAL_STORE_HEADER_X_KEY: the header X-Key, /,
    );
    expect(text).not.toMatch(/the-secret-key-1|the-whole-team/);
  });

  test('judges no credentials where the document asks for none', async () => {
    const contract = await contractWith({}, []);
    const server = await startServer({});
    const headers = { Authorization: `Bearer ${server.keys.main}` };
    const options = optionsFor(server.baseUrl, { headers, maxRequests: 250 });
    const { cells, findings } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    await server.close();
    expect(findings).toEqual([]);
    expect(cells.some(({ check }) => check === 'input.accepted')).toBe(true);
    expect(cells.filter(({ check }) => /^credentials\.(?!steady)/.test(check))).toEqual([]);
  });
});

describe('several credentials at once', () => {
  const SCHEMES = { app: WAYS.header.scheme, token: WAYS.query.scheme, user: WAYS.basic.scheme };
  const ALL = [{ user: [] }, { app: [], token: [] }];
  const NAMED = { app: 'the-application-1', token: 'its token: 2' };
  const isApp = (asked: Asked): boolean => WAYS.header.read(asked) === NAMED.app;
  const isToken = (asked: Asked): boolean => WAYS.query.read(asked) === NAMED.token;
  const both = async (parseKey: ParseKey) => {
    const given = { apiKey: undefined, apiKeyCommand: undefined, credential: NAMED, header: {} };
    const contract = inOrderOfCredentials(given, await contractWith(SCHEMES, ALL));
    return judge(contract, parseKey, undefined, TELLING, NAMED);
  };

  test('are sent each by its scheme, whose requirement goes first, and a server that looks at all of them is not accused', async () => {
    const { violations, result } = await both((_, asked) => (isApp(asked) && isToken(asked) ? 'main' : undefined));
    expect(violations).toEqual([]);
    expect(passed(result, 'credentials.required')).toBe(true);
  });

  test.each([
    ['the one', isApp, 'token'],
    ['the other', isToken, 'app'],
  ] as const)('a server that looks at %s alone is found out, and no report has either', async (_name, takes, other) => {
    const { violations, text } = await both((_, asked) => (takes(asked) ? 'main' : undefined));
    expect(violations).toContain(`credentials.required: the status 200 with no credential of ${other}`);
    for (const secret of Object.values(NAMED)) expect(text).not.toContain(secret);
    expect(text).toContain(`$ANIMAL_STORE_CREDENTIAL_${other === 'app' ? 'token' : 'app'}`);
  });

  test('are taken by the mock, which gives each scheme its own; a scheme that there is not is refused', async () => {
    const [judged, ofVariable, unknown] = await judgedMock(
      { ...SCHEMES, own: { ...WAYS.header.scheme, name: 'Authorization' } },
      [{ app: [], token: [] }, { own: [] }],
      [['--api-key', 'demo-pro', '--credential', 'token=demo-pro']],
      [[], { ANIMAL_STORE_CREDENTIAL_own: 'demo-pro' }],
      [['--credential', 'tokn=demo-pro']],
    );
    for (const ended of [judged, ofVariable]) expect(ended?.stdout).toMatch(/^PASS: 0 violations/m);
    expect([unknown?.code, unknown?.stderr.trim()]).toEqual([
      2,
      'error: --credential: no operation of the contract asks for the security scheme "tokn"; it has app, token, own',
    ]);
  });
});

test('of several requirements the first of well-known schemes is met, and a server that takes another one of them as well is not accused', async () => {
  const contract = await contractWith(
    {
      token: { type: 'http', scheme: 'bearer' },
      user: { type: 'http', scheme: 'basic' },
      field: WAYS.query.scheme,
      digest: { type: 'http', scheme: 'digest' },
    },
    [{ digest: [] }, { token: [] }, { user: [] }, { field: [] }, { token: [], field: [] }],
  );
  const { violations } = await judge(
    contract,
    (authorization, asked) =>
      keyWhere(
        asked,
        (key) =>
          [`Bearer ${key}`, `Basic ${Buffer.from(`${key}:`).toString('base64')}`].includes(authorization ?? '') ||
          asked.query.get('key') === key,
      ),
    undefined,
    ['credentials', 'connection'],
  );
  expect(violations).toEqual([]);
});
