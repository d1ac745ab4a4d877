import { isAbsolute } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { judged } from '../testing/judged';
import { REPORTS } from '.';
import type { Report, ReportContext } from './context';
import { jsonReport } from './json';
import { textReport } from './text';

const ENVIRONMENT = { GITHUB_STEP_SUMMARY: '/nowhere', GITHUB_WORKSPACE: '/elsewhere' };

/** Everything that is printed or written of a run, by the name of the format. */
const rendered = (context: ReportContext): readonly (readonly [string, string])[] => [
  ['text', textReport(context, false)],
  ...(REPORTS as readonly Report[]).map(
    (report) =>
      [
        report.id,
        'file' in report
          ? [report.render(context, ENVIRONMENT)]
              .flatMap((one) => (typeof one === 'string' ? [one] : [...one]))
              .join('')
          : JSON.stringify(report.publish(context, ENVIRONMENT)),
      ] as const,
  ),
];

let context: ReportContext;
let exchange: Exchange;
beforeAll(async () => {
  const run = await judged(
    { send: (response) => void response.destroy() },
    { maxRequests: 4, checks: ['reply.arrives'] },
  );
  const [finding] = run.result.findings;
  const [first] = finding?.exchanges ?? [];
  if (finding === undefined || first === undefined) throw new Error('Nothing was found.');
  exchange = {
    ...first,
    failure: undefined,
    request: {
      ...first.request,
      operation: {
        ...first.request.operation,
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
  };
  context = {
    ...run,
    result: { ...run.result, exchanges: [exchange], findings: [{ ...finding, exchanges: [exchange] }] },
  };
});

test('what lets somebody in stands in no format, whoever sent it, and all else does', () => {
  for (const [format, text] of rendered(context)) expect([format, text.match(/hush-\d+/g)]).toEqual([format, null]);
  const [shown] = JSON.parse(jsonReport(context)).violations[0].exchanges;
  expect(shown.request).toMatchObject({
    target: '/pets?limit=1&a+key=***&a%20key=***',
    headers: { authorization: '***', 'x-id': '***', cookie: 'sid=***; b=***', accept: '*/*' },
    altered: true,
  });
  expect(shown.response.headers).toEqual({
    'set-cookie': 'sid=***, b=***',
    authorization: '***',
    'x-auth-token': '***',
    location: 'https://there.example/back?state=1&access_token=***#id_token=***',
    'www-authenticate': 'Bearer realm="pets"',
    'content-type': 'text/plain',
  });
});

test('the shipped document is called by its place in the package', () => {
  expect(isAbsolute(SHIPPED_DOCUMENT)).toBe(true);
  for (const [format, text] of rendered(context))
    expect([format, text.includes(SHIPPED_DOCUMENT), /openapi\/animal-store\.yaml/.test(text)]).toEqual([
      format,
      false,
      format !== 'har' && format !== 'junit',
    ]);
});
