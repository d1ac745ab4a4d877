import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { packageFile } from '../../openapi/package/package-file';
import type { Exchange } from '../exchange/exchange';
import { judged } from '../testing/judged';
import { publishToGitHub } from './github';
import { harReport } from './har';
import { pageOf } from './html/page';
import { jsonReport } from './json';
import { junitReport } from './junit';
import { markdownReport } from './markdown';
import { sarifReport } from './sarif';
import { annotations } from './testing/annotations';
import { isHar } from './testing/har-schema';
import { isSarif } from './testing/sarif-schema';

type Context = Awaited<ReturnType<typeof judged>>;

let context: Context;
beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 20 });
});

const ENVIRONMENT = { GITHUB_WORKSPACE: packageFile('.'), GITHUB_STEP_SUMMARY: '/tmp/summary' };

/** A run whose server has said a text wherever it can say one. */
function saying(text: string): Context {
  const { result } = context;
  const said = (exchange: Exchange): Exchange => ({
    ...exchange,
    response: exchange.response && {
      ...exchange.response,
      headers: new Map([
        ['x-said', text],
        ['set-cookie', text],
        ['content-type', text],
        ['location', text],
      ]),
      body: { bytes: text.length, text, isCut: false, json: undefined },
    },
  });
  const findings = result.findings.map((finding) => ({
    ...finding,
    expected: text,
    actual: text,
    key: text,
    exchanges: finding.exchanges.map(said),
  }));
  const cells = result.cells
    .slice(0, 5)
    .map((cell) => ({ ...cell, outcome: 'inconclusive' as const, reasons: [text] }));
  return { ...context, result: { ...result, findings, cells, exchanges: result.exchanges.slice(0, 3).map(said) } };
}

/** What a hostile server would say to those who read each format, and the key in some of the ways to write it. */
function texts(key: string): fc.Arbitrary<string> {
  const escaped = [...key].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const hostile = fc.constantFrom(
    '\n::error::x',
    '\r\n::stop-commands::x\r\n',
    '##[add-mask]x',
    '%0A::set-output name=a::b',
    ']]><x a="1">&amp;</x>',
    '</failure>',
    '</details>',
    '```\n',
    '","x":"',
    '\\',
    '\u0000\u001b[2J\u009b',
    '\ud83d',
    '\ufffe\u202e\u2028',
    '; =, ;,=',
    key,
    encodeURIComponent(key),
    escaped,
    Buffer.from(`${key}:`).toString('base64'),
  );
  return fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join(''));
}

test('whatever a server says, each report is valid, means the same, and shows no key', () => {
  const key = context.options.keys.main ?? '';
  const causes = annotations(publishToGitHub(context, ENVIRONMENT).after).length;
  const documents: string[] = [];
  expect(causes).toBeGreaterThan(0);
  fc.assert(
    fc.property(texts(key), (text) => {
      const run = saying(text);
      const har = [...harReport(run)].join('');
      const sarif = sarifReport(run, ENVIRONMENT);
      const { before, after, appended } = publishToGitHub(run, ENVIRONMENT, () => 'the-token');
      const junit = junitReport(run);
      documents.push(junit);
      isHar(JSON.parse(har));
      isSarif(JSON.parse(sarif));
      expect([isHar.errors, isSarif.errors]).toEqual([null, null]);
      expect(before).toBe('::stop-commands::the-token\n');
      expect(after.split(/\r\n|[\n\r]/).filter((line) => !/^::(error|warning) file=|^$/.test(line))).toEqual([
        '::the-token::',
      ]);
      const all = [
        har,
        sarif,
        before,
        after,
        junit,
        markdownReport(run, ENVIRONMENT),
        jsonReport(run),
        pageOf(run),
        ...appended.map((one) => one.text),
      ];
      for (const report of all) {
        expect(report).not.toContain(key);
        expect(report).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }
    }),
    { numRuns: 20 },
  );
  const program =
    'import sys, json, xml.etree.ElementTree as t\nfor x in json.load(sys.stdin): t.fromstring(x.encode())';
  expect(execFileSync('python3', ['-c', program], { input: JSON.stringify(documents), encoding: 'utf8' })).toBe('');
});
