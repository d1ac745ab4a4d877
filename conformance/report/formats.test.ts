import { execFileSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { SHIPPED_DOCUMENT } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { character } from '../../openapi/program/testing/texts';
import type { Exchange } from '../exchange/exchange';
import { judged } from '../testing/judged';
import { REPORTS } from '.';
import type { Report, ReportContext } from './content/context';
import { publishToGitHub } from './github';
import { annotations } from './testing/annotations';
import { isHar } from './testing/har-schema';
import { isSarif } from './testing/sarif-schema';
import { textReport } from './text';

const ENVIRONMENT = { GITHUB_WORKSPACE: packageFile('.'), GITHUB_STEP_SUMMARY: '/tmp/summary' };

/** Everything that is printed or written of a run, by the name of the format. */
function rendered(context: ReportContext): Readonly<Record<string, string>> {
  const formats = (REPORTS as readonly Report[]).map((report) => {
    if (!('file' in report)) return [report.id, JSON.stringify(report.publish(context, ENVIRONMENT), null, 1)] as const;
    const pieces = report.render(context, ENVIRONMENT);
    return [report.id, typeof pieces === 'string' ? pieces : [...pieces].join('')] as const;
  });
  return { ...Object.fromEntries(formats), text: textReport(context, false) };
}

type Context = Awaited<ReturnType<typeof judged>>;

let context: Context;
beforeAll(async () => {
  context = await judged(
    { filter: (animals) => animals },
    { maxRequests: 20, headers: { 'X-Team': 'the-secret-of-a-team' } },
  );
});

/** The same run, all that its findings show replaced. */
function showing(change: (exchange: Exchange) => Exchange, text?: string): Context {
  const { result } = context;
  const said = text === undefined ? {} : { expected: text, actual: text, key: text };
  const findings = result.findings.map((finding) => ({
    ...finding,
    ...said,
    exchanges: finding.exchanges.map(change),
  }));
  const cells = result.cells
    .slice(0, 5)
    .map((cell) => ({ ...cell, outcome: 'inconclusive' as const, reasons: text === undefined ? [] : [text] }));
  return { ...context, result: { ...result, findings, cells, exchanges: result.exchanges.slice(0, 3).map(change) } };
}

/** A run whose server has said a text wherever it can say one. */
const saying = (text: string): Context =>
  showing(
    (exchange) => ({
      ...exchange,
      response: exchange.response && {
        ...exchange.response,
        headers: new Map(['x-said', 'set-cookie', 'content-type', 'location'].map((name) => [name, text])),
        body: { bytes: text.length, text, isCut: false, json: undefined },
      },
    }),
    text,
  );

/** What a hostile server would say to those who read each format, and the secrets in some of the ways to write them. */
function texts(key: string): fc.Arbitrary<string> {
  const escaped = [...key].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const hostile = fc.constantFrom(
    '\n::error::x',
    '\r\n::stop-commands::x\r\n',
    '##[add-mask]x',
    '%0A::set-output name=a::b',
    ']]><x a="1">&amp;</x>',
    '</failure></testcase>',
    '</details>',
    '</script><img src=x>',
    '<!--',
    '```\n',
    '","x":"',
    '\\',
    '\u0000\u001b[2J\u009b',
    '\ud83d',
    '\ufffe\u202e\u2028',
    '; =, ;,=',
    'the-secret-of-a-team',
    key,
    key.slice(0, -1),
    encodeURIComponent(key),
    escaped,
    Buffer.from(`${key}:`).toString('base64'),
  );
  return fc.array(fc.oneof(hostile, fc.string({ unit: character })), { maxLength: 6 }).map((parts) => parts.join(''));
}

test('whatever a server says, each report is valid, means the same, and shows no key', () => {
  const key = context.options.keys.main ?? '';
  const causes = annotations(publishToGitHub(context, ENVIRONMENT).after).length;
  const documents: string[] = [];
  expect(causes).toBeGreaterThan(0);
  fc.assert(
    fc.property(texts(key), (text) => {
      const run = saying(text);
      const reports = rendered(run);
      documents.push(reports.junit ?? '');
      isHar(JSON.parse(reports.har ?? ''));
      isSarif(JSON.parse(reports.sarif ?? ''));
      expect([isHar.errors, isSarif.errors]).toEqual([null, null]);
      const { before, after } = publishToGitHub(run, ENVIRONMENT, () => 'the-token');
      expect(before).toBe('::stop-commands::the-token\n');
      expect(after.split(/\r\n|[\n\r]/).filter((line) => !/^::(error|warning) file=|^$/.test(line))).toEqual([
        '::the-token::',
      ]);
      for (const report of Object.values(reports)) {
        expect(report).not.toContain(key.slice(0, -1));
        expect(report).not.toContain('the-secret-of-a-team');
        expect(report).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }
    }),
    { numRuns: 20 },
  );
  const program =
    'import sys, json, xml.etree.ElementTree as t\nfor x in json.load(sys.stdin): t.fromstring(x.encode())';
  expect(execFileSync('python3', ['-c', program], { input: JSON.stringify(documents), encoding: 'utf8' })).toBe('');
});

test('credentials stand in no format, whichever client sent them, and all else does', () => {
  const run = showing((exchange) => ({
    ...exchange,
    request: {
      ...exchange.request,
      operation: {
        ...exchange.request.operation,
        security: [
          [{ name: 'a', kind: 'apiKey', in: 'query', parameter: 'a key', pointer: '' }],
          [{ name: 'b', kind: 'apiKey', in: 'header', parameter: 'X-Id', pointer: '' }],
        ],
      },
      credential: { caller: 'ab12' },
      target: '/pets?limit=1&a+key=hush-1&a%20key=hush-2',
      headers: { authorization: 'Basic hush-3', 'x-id': 'hush-4', cookie: 'sid=hush-5; b=hush-6', accept: '*/*' },
    },
    response: {
      status: 200,
      headers: new Map([
        ['set-cookie', 'sid=hush-7; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, b=hush-8'],
        ['authorization', 'Bearer hush-9'],
        ['x-auth-token', 'hush-10'],
        ['location', 'https://there.example/back?state=1&access_token=hush-11#id_token=hush-12'],
        ['www-authenticate', 'Bearer realm="pets"'],
        ['content-type', 'text/plain'],
      ]),
      body: { bytes: 2, text: 'ok', isCut: false, json: undefined },
    },
  }));
  const reports = rendered(run);
  for (const [format, text] of Object.entries(reports))
    expect([format, text.match(/hush-\d+/g)]).toEqual([format, null]);
  const target = '/pets?limit=1&a+key=***&a%20key=***';
  const [{ request, response }] = JSON.parse(reports.json ?? '').violations[0].exchanges;
  expect(request).toMatchObject({
    target,
    headers: { authorization: '***', 'x-id': '***', cookie: 'sid=***; b=***', accept: '*/*' },
    altered: true,
  });
  expect(response.headers).toEqual({
    'set-cookie': 'sid=***, b=***',
    authorization: '***',
    'x-auth-token': '***',
    location: 'https://there.example/back?state=1&access_token=***#id_token=***',
    'www-authenticate': 'Bearer realm="pets"',
    'content-type': 'text/plain',
  });
  const [entry] = JSON.parse(reports.har ?? '').log.entries;
  const cookies = ['sid', 'b'].map((name) => ({ name, value: '***' }));
  expect(entry).toMatchObject({
    request: { url: expect.stringContaining(`${context.server.baseUrl}${target}`), cookies },
    response: { cookies },
  });
});

test('reports with commands say once which variables to set, of keys that the environment does not have', () => {
  const first = /commands that reproduce .*: export ANIMAL(_|&#95;)STORE(_|&#95;)API(_|&#95;)KEY=…/g;
  const counts = Object.entries(rendered(context)).map(([format, text]) => [format, text.match(first)?.length ?? 0]);
  expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual({
    text: 1,
    markdown: 1,
    html: 1,
    github: 1,
  });
});

test('the shipped document is called by its place in the package', () => {
  expect(isAbsolute(SHIPPED_DOCUMENT)).toBe(true);
  for (const [format, text] of Object.entries(rendered(context)))
    expect([format, text.includes(SHIPPED_DOCUMENT), /openapi\/animal-store\.yaml/.test(text)]).toEqual([
      format,
      false,
      format !== 'har' && format !== 'junit',
    ]);
});
