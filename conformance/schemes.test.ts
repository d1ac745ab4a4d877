import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMock } from '../mock';
import { editedDocument } from '../mock/testing/edited';
import { type Contract, loadContract, once } from '../openapi/contract';
import type { Ended } from '../openapi/program/testing/child';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { keyWhere } from '../tools/selftest/server/input';
import type { Asked, KeyName } from '../tools/selftest/server/model';
import { startServer } from '../tools/selftest/server/server';
import { CHECKS } from './checks';
import { execute, lineOf } from './commands';
import { withCredentials } from './options/credentials';
import { flagsOf } from './options/flags';
import { ofRun } from './report/content/context';
import { redactor } from './report/content/redact';
import { textReport } from './report/text';
import { run } from './run/run';
import { runHere } from './testing/command';
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
    maxRequests: checks === TELLING ? 60 : 150,
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
  const contract = once(() => contractWith({ way: scheme }, [{ way: [] }]));

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
  ...runs: readonly Parameters<typeof runHere>[]
) {
  const document = editedDocument((draft) => {
    draft.components.securitySchemes = schemes;
    draft.security = security;
  });
  const mock = await startMock({ document, planLimits: false });
  const base = ['--base-url', mock.baseUrl, '--document', document, '--checks', 'credentials,connection'];
  const ended = await Promise.all(runs.map(([args, env]) => runHere([...base, ...args], env)));
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
    const options = optionsFor(server.baseUrl, { headers, maxRequests: 150 });
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
    const given = { ...flagsOf([]), credential: NAMED };
    const contract = withCredentials(given, await contractWith(SCHEMES, ALL)).contract;
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

describe('a key for which the document names no place', () => {
  const KEY = 'demo-business';
  const folder = temporaryFolder();
  const record = join(folder, 'report.json');
  /** What carries a key, or would judge how it is looked at. */
  const CARRYING = 'reply,created,credentials,connection,limits';

  /** The built command judges a mock that wants a key so, by a document that asks for none, and has a fault to find. */
  async function judgedUnasked(way: object, schemes: object, ...args: readonly string[]) {
    const mock = await startMock({
      document: editedDocument((draft) => {
        draft.components.securitySchemes = { way };
        draft.security = [{ way: [] }];
      }),
      planLimits: false,
    });
    const document = editedDocument((draft) => {
      draft.components.securitySchemes = schemes;
      delete draft.security;
      draft.components.schemas.Pet.allOf[1].required.push('colour');
      draft.components.schemas.Pet.allOf[1].properties.colour = { type: 'string' };
    });
    const own = ['--base-url', mock.baseUrl, '--document', document, '--max-requests', '40', '--checks', CARRYING];
    const reports = ['--report', 'json,html,har,markdown', '--report-dir', folder];
    const judged = await runHere([...own, ...reports, ...args], { ANIMAL_STORE_API_KEY: KEY });
    const replayed = judged.code === 1 ? await runHere(['replay', record, '1'], { ANIMAL_STORE_API_KEY: KEY }) : judged;
    await mock.close();
    return { judged, replayed };
  }

  /** All that the command has written. */
  const written = ({ stdout, stderr }: Ended): string =>
    [stdout, stderr, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))].join('\n');

  test.each([
    ['header:X-Key', WAYS.header.scheme, '-H "X-Key: $ANIMAL_STORE_API_KEY"'],
    [
      'header:Authorization:Bearer',
      { type: 'http', scheme: 'bearer' },
      '-H "Authorization: Bearer $ANIMAL_STORE_API_KEY"',
    ],
    ['basic', WAYS.basic.scheme, '-H "Authorization: Basic $('],
    ['query:key', WAYS.query.scheme, '?key=$ANIMAL_STORE_API_KEY'],
    ['cookie:session', WAYS.cookie.scheme, '-H "Cookie: session=$ANIMAL_STORE_API_KEY"'],
  ])(
    'goes to %s by --credential-in, is judged by nothing, shown nowhere, and goes there again by replay',
    async (place, way, inCurl) => {
      const { judged, replayed } = await judgedUnasked(way, {}, '--credential-in', place);
      expect(judged.stdout).toMatch(/^FAIL: /m);
      const report = JSON.parse(readFileSync(record, 'utf8'));
      expect(report.violations.map(({ check }: { check: string }) => check)).toEqual(['reply.schema']);
      expect(report.settings.credentialIn).toBe(place);
      expect(report.violations[0].exchanges[0].curl).toContain(inCurl);
      expect(report.violations[0].replay).toContain(` --credential-in ${place}`);
      expect(written(judged)).not.toContain(KEY);
      expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringMatching(/^1\. .*: still shows/)]);
    },
  );

  test('goes where the one scheme has it that the document defines and requires nowhere, and the run says so', async () => {
    const note =
      'The document defines mine and requires it nowhere; the key is sent there with every request: header:X-Key.';
    const { judged } = await judgedUnasked(WAYS.header.scheme, { mine: WAYS.header.scheme });
    expect(judged.stderr).toContain(`note: ${note}`);
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ notes: [note] });
    expect([judged.code, judged.stdout]).toEqual([1, expect.stringContaining(note)]);
  });

  test.each([
    [
      {},
      'and names no place for one. To send it, give --credential-in header:Authorization:Bearer (or header:NAME, basic,',
    ],
    [
      { one: WAYS.header.scheme, two: WAYS.basic.scheme },
      'To send it where one of the schemes has it that it defines, give --credential-in header:X-Key (one) or --credential-in basic (two).',
    ],
  ])('is not sent where the document says nothing, or several things: %#', async (schemes, advice) => {
    const { judged } = await judgedUnasked(WAYS.header.scheme, schemes);
    expect(judged.code).toBe(2);
    expect(judged.stderr).toContain('note: The API key is not sent: the document asks for no credential');
    expect(judged.stderr).toContain(advice);
  });

  test('of a command is had anew, and its place may stand in the configuration file', async () => {
    const taken = new Set<string>();
    const server = await startServer({
      parseKey: (_, { headers }) => {
        const key = headers['x-key']?.toString() ?? '';
        // Each is good for a while.
        if (!key.startsWith('a-key-') || taken.size > Number(key.slice(6)) * 40) return undefined;
        taken.add(`${taken.size}`);
        return 'main';
      },
    });
    const file = join(folder, 'my.config.json');
    writeFileSync(file, JSON.stringify({ credentialIn: 'header:X-Key' }));
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const login = `n=$(($(cat ${counter}) + 1)); echo $n > ${counter}; echo "a-key-$n"`;
    const document = editedDocument((draft) => {
      delete draft.security;
    });
    const { code, stdout } = await runHere([
      ...['--config', file, '--base-url', server.baseUrl, '--document', document, '--api-key-command', login],
      ...['--max-requests', '100', '--parallel', '0'],
    ]);
    await server.close();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/: 0 violations/)]);
    expect(Number(readFileSync(counter, 'utf8'))).toBeGreaterThan(1);
  });

  test.each([
    [
      ['--credential-in', 'bearer'],
      "argument 'bearer' is invalid. Expected header:Authorization:Bearer, .* Did you mean header:Authorization:Bearer?",
    ],
    [['--credential-in', 'header:Host'], "argument 'header:Host' is invalid. Expected header:Authorization:Bearer"],
    [['--credential-in', 'header:content-type'], "'header:content-type' is invalid. Expected"],
    [['--credential-in', 'query:key=x'], "'query:key=x' is invalid. Expected"],
    [['--credential-in', 'basic', '--credential-in', 'query:key'], '--credential-in was given twice'],
    [['--api-key', ''], "option '--api-key <key>' argument is invalid. Expected a key."],
    [['--credential-in', 'header:X-Key:Token'], 'give header:X-Key, and the key as "Token KEY".'],
    [
      ['--credential-in', 'basic'],
      'error: --credential-in says where the key goes, but none was given. Give it with --api-key',
    ],
  ])('is refused with what to give instead: %j', async (args, message) => {
    const line = await execute(['--base-url', 'http://127.0.0.1:1', ...args]).then(() => undefined, lineOf);
    expect(line).toMatch(new RegExp(message.replaceAll(/[?(]/g, '\\$&')));
  });

  test('has its place in the document where that names one: --credential-in counts for the other operations', async () => {
    const mock = await startMock({ planLimits: false });
    const document = editedDocument((draft) => {
      draft.paths['/pets'].get.security = [];
    });
    const base = ['--base-url', mock.baseUrl, '--api-key', KEY, '--max-requests', '60'];
    const ofOne = await runHere([...base, '--document', document, '--credential-in', 'header:Authorization:Bearer']);
    const ofNone = await runHere([...base, '--credential-in', 'header:X-Key']);
    await mock.close();
    expect(ofOne.stderr).toMatch(/^note: --credential-in counts for 1 of \d+ operations: for the others/m);
    expect(ofNone.stderr).toMatch(/^note: --credential-in counts for nothing: the document names/m);
    expect([ofOne.code, ofNone.code]).toEqual([0, 0]);
  });
});
