import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser } from '../../mock/testing/browser';
import { isShortened } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { judged } from '../testing/judged';
import { harReport } from './har';
import { isHar } from './testing/har-schema';

interface Header {
  readonly name: string;
  readonly value: string;
}
/** Of an entry what the tests look at. */
interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly queryString: readonly unknown[] };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Header[];
    readonly content: { readonly text?: string };
  };
}

type Context = Awaited<ReturnType<typeof judged>>;

/** The entries of a report that keeps to HAR 1.2. */
function entriesOf(context: Context): readonly Entry[] {
  const report = JSON.parse([...harReport(context)].join('')) as {
    readonly log: { readonly entries: readonly Entry[] };
  };
  isHar(report);
  expect(isHar.errors).toBeNull();
  return report.log.entries;
}

let context: Context;
beforeAll(async () => {
  context = await judged({}, { maxRequests: 200, headers: { 'X-Team': 'a-secret-team' } });
});

/** The same run, its first exchange changed. */
function withFirst(change: (exchange: Exchange) => Exchange): Context {
  const [first, ...rest] = context.result.exchanges;
  if (first === undefined) throw new Error('Nothing was sent.');
  return { ...context, result: { ...context.result, exchanges: [change(first), ...rest] } };
}

test('each exchange of the run is there, in its order, and a variable stands for the key', () => {
  const entries = entriesOf(context);
  const { exchanges } = context.result;
  expect(entries.map(({ request }) => request.method)).toEqual(exchanges.map(({ request }) => request.method));
  expect(entries.map(({ response }) => response.status)).toEqual(
    exchanges.map(({ response }) => response?.status ?? 0),
  );
  const posted = entries.find(({ request, response }) => request.method === 'POST' && response.status === 201);
  expect(posted).toMatchObject({
    startedDateTime: expect.stringMatching(/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/),
    request: {
      url: `${context.server.baseUrl}/pets`,
      httpVersion: 'unknown',
      headers: expect.arrayContaining([
        { name: 'authorization', value: 'Bearer $ANIMAL_STORE_API_KEY' },
        { name: 'content-type', value: 'application/json' },
        { name: 'X-Team', value: '$ANIMAL_STORE_HEADER_X_TEAM' },
      ]),
      postData: { mimeType: 'application/json', text: expect.stringContaining('"name"') },
    },
    response: {
      statusText: 'Created',
      content: { mimeType: 'application/json', text: expect.stringContaining('"id"') },
    },
    comment: expect.stringMatching(/^\d+: [\w.-]+, createPet/),
  });
  const query = entries.find(({ request }) => request.url.includes('?limit='));
  expect(query?.request.queryString).toContainEqual({ name: 'limit', value: expect.stringMatching(/^\d+$/) });
  const text = JSON.stringify(entries);
  for (const secret of [context.options.keys.main ?? '', 'a-secret-team']) expect(text).not.toContain(secret);
});

test('a missing reply has the status 0 and its reason', () => {
  const [entry] = entriesOf(
    withFirst((exchange) => ({
      ...exchange,
      response: undefined,
      failure: { kind: 'closed', message: 'the connection was closed' },
    })),
  );
  expect(entry?.response).toMatchObject({ status: 0, comment: 'the connection was closed', content: { size: 0 } });
});

test('of a long body the beginning stands there, without what may be half a key', () => {
  const key = context.options.keys.main ?? '';
  const text = `${'x'.repeat(10_000 - key.length + 3)}${key}`.slice(0, 10_000);
  expect(isShortened(text)).toBe(true);
  const [entry] = entriesOf(
    withFirst((exchange) => ({
      ...exchange,
      response: {
        status: 200,
        headers: new Map([['x-long', text]]),
        body: { bytes: 70_000, text, isCut: true, json: undefined },
      },
    })),
  );
  expect(entry?.response.content).toMatchObject({
    size: 70_000,
    comment: expect.stringContaining('70000 bytes, of which'),
  });
  expect(entry?.response.content.text).toBe('x'.repeat(8000));
  expect(entry?.response.headers[0]?.value).toBe('x'.repeat(8000));
});

describeInBrowser('a browser', (open, complaints) => {
  test('is answered from the report as from the server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'har-'));
    try {
      writeFileSync(join(folder, 'report.har'), [...harReport(context)].join(''));
      const page = await open('about:blank');
      await page.routeFromHAR(join(folder, 'report.har'), { notFound: 'abort' });
      const wanted = entriesOf(context).find(
        ({ request, response }) => request.method === 'GET' && response.status === 200,
      );
      const reply = await page.goto(wanted?.request.url ?? '');
      expect(reply?.status()).toBe(200);
      expect(await page.locator('body').textContent()).toContain(wanted?.response.content.text?.slice(0, 40));
      expect(await page.goto(`${context.server.baseUrl}/no/such/entry`).catch(() => 'aborted')).toBe('aborted');
      // The pages are of another address than the first one.
      expect(complaints().filter((one) => !one.startsWith(`request: ${context.server.baseUrl}`))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
