import { startMock } from '../mock';
import { editedDocument } from '../mock/testing/edited';
import { type Contract, loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { inOrderOfCredentials } from './options/run-options';
import { ofRun } from './report/context';
import { redactor } from './report/redact';
import { textReport } from './report/text';
import { run } from './run/run';
import type { Asked } from './selftest/server/behaviour';
import { keyWhere } from './selftest/server/keys';
import type { KeyName } from './selftest/server/model';
import { startServer } from './selftest/server/server';
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

const ofKey = (scheme: object): Promise<Contract> => contractWith({ way: scheme }, [{ way: [] }]);

const FIELDS = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
} as const;

const valueIn: Readonly<Record<keyof typeof FIELDS, (asked: Asked) => string | undefined>> = {
  header: ({ headers }) => headers['x-key']?.toString(),
  query: ({ query }) => query.get('key') ?? undefined,
  cookie: ({ headers }) => /(?:^|; *)session=([^;]*)/.exec(headers.cookie ?? '')?.[1],
};

const userOf = ({ headers: { authorization = '' } }: Asked): readonly [string, string] | undefined => {
  const pair = Buffer.from(/^basic +(\S+)$/i.exec(authorization)?.[1] ?? '', 'base64').toString();
  const at = pair.indexOf(':');
  return at < 0 ? undefined : [pair.slice(0, at), pair.slice(at + 1)];
};

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
): Promise<Judged> {
  const server = await startServer({ parseKey });
  const options = optionsFor(server.baseUrl, {
    keys: { main: key ?? server.keys.main, limit: undefined, named },
    maxRequests: checks === TELLING ? 60 : 250,
    checks,
  });
  const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const tool = { name: 'the suite', version: '0.0.0' };
  const redact = redactor(options.keys, []);
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

describe.each(['header', 'query', 'cookie'] as const)('a key in the %s', (where) => {
  const read = valueIn[where];

  test('is sent there, and a server that looks at it is not accused', async () => {
    const { violations, result } = await judge(
      await ofKey(FIELDS[where]),
      (_, asked) => keyWhere(asked, (key) => key === read(asked)),
      undefined,
      ASKING,
    );
    expect(violations).toEqual([]);
    expect(['credentials.required', 'credentials.checked'].map((id) => passed(result, id))).toEqual([true, true]);
  });

  test.each([
    ['any value', (value: string | undefined) => value !== undefined, 'credentials.checked'],
    ['none at all', () => true, 'credentials.required'],
  ] as const)('a server that takes %s is found out, and its curl line has a variable', async (_name, takes, check) => {
    const contract = await ofKey(FIELDS[where]);
    const { violations, text } = await judge(
      contract,
      (_, asked) => (takes(read(asked)) ? 'main' : undefined),
      undefined,
      TELLING,
    );
    expect(violations.some((one) => one.startsWith(`${check}: the status 200`))).toBe(true);
    expect(text).not.toContain('7Qk2XvR9');
  });
});

describe('HTTP Basic', () => {
  const basic = () => ofKey({ type: 'http', scheme: 'basic' });
  const isUser = (asked: Asked): boolean => userOf(asked)?.join(':') === USER;

  test('is sent, and a server that looks at user and password is not accused', async () => {
    const { violations, result } = await judge(
      await basic(),
      (_, asked) => (isUser(asked) ? 'main' : undefined),
      USER,
      ASKING,
    );
    expect(violations).toEqual([]);
    expect(['credentials.required', 'credentials.checked'].map((id) => passed(result, id))).toEqual([true, true]);
  });

  test.each([
    ['the user', ([, password]: readonly [string, string]) => password === USER.slice(USER.indexOf(':') + 1)],
    ['the password', ([user]: readonly [string, string]) => user === USER.split(':')[0]],
  ])('a server that does not look at %s is found out, and no report has the password', async (_name, takes) => {
    const parseKey: ParseKey = (_, asked) => {
      const user = userOf(asked);
      return user !== undefined && takes(user) ? 'main' : undefined;
    };
    const { violations, text } = await judge(await basic(), parseKey, USER, TELLING);
    expect(violations.some((one) => one.startsWith('credentials.checked: the status 200'))).toBe(true);
    expect(text).toContain(`-H "Authorization: Basic $(`);
    for (const secret of ['7Qk2-Xv', Buffer.from(USER).toString('base64').slice(0, 20)])
      expect(text).not.toContain(secret);
  });

  test('is taken by the mock as a user without a password, and sent so where the key has no colon', async () => {
    const document = editedDocument((draft) => {
      draft.components.securitySchemes = { way: { type: 'http', scheme: 'basic' } };
      draft.security = [{ way: [] }];
    });
    const mock = await startMock({ document, planLimits: false });
    const base = ['--base-url', mock.baseUrl, '--document', document, '--checks', 'credentials,connection'];
    const judged = await runCommand([...base, '--api-key', 'demo-pro']);
    await mock.close();
    expect([judged.code, judged.stdout]).toEqual([0, expect.stringMatching(/^PASS: 0 violations/m)]);
  });
});

describe('several credentials at once', () => {
  const SCHEMES = { app: FIELDS.header, token: FIELDS.query, user: { type: 'http', scheme: 'basic' } } as const;
  const ALL = [{ user: [] }, { app: [], token: [] }];
  const NAMED = { app: 'the-application-1', token: 'its token: 2' };
  const isApp = (asked: Asked): boolean => valueIn.header(asked) === NAMED.app;
  const isToken = (asked: Asked): boolean => valueIn.query(asked) === NAMED.token;
  const both = async (parseKey: ParseKey) => {
    const given = { apiKey: undefined, apiKeyCommand: undefined, credential: NAMED };
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
    const document = editedDocument((draft) => {
      draft.components.securitySchemes = { ...SCHEMES, own: { ...FIELDS.header, name: 'Authorization' } };
      draft.security = [{ app: [], token: [] }, { own: [] }];
    });
    const mock = await startMock({ document, planLimits: false });
    const base = ['--base-url', mock.baseUrl, '--document', document, '--checks', 'credentials,connection'];
    const judged = await runCommand([...base, '--api-key', 'demo-pro', '--credential', 'token=demo-pro']);
    const ofVariable = await runCommand(base, { ANIMAL_STORE_CREDENTIAL_own: 'demo-pro' });
    await mock.close();
    const unknown = await runCommand([...base, '--credential', 'tokn=demo-pro']);
    expect([judged.stdout, ofVariable.stdout].map((text) => /^PASS: 0 violations/m.test(text))).toEqual([true, true]);
    expect([unknown.code, unknown.stderr.trim()]).toEqual([
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
      field: FIELDS.query,
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
