import { headers as lawfulHeaders } from '../../tools/selftest/server/allowance';
import { on, plainly } from '../../tools/selftest/server/altering';
import type { Behaviour, Send } from '../../tools/selftest/server/model';
import { jsonReport } from '../report/json';
import { junitReport } from '../report/junit';
import { textReport } from '../report/text';
import { judged } from '../testing/judged';
import { verdictOf } from '../verdict/result';

const badGateway: Send = (response) => {
  response.writeHead(502, { 'content-type': 'text/html', 'content-length': 11 }).end('Bad Gateway');
};

/** Sends one reply in another way. */
const once =
  (nth: number, send: Send): Send =>
  (response, outgoing, asked) =>
    (asked.world.seen === nth ? send : plainly)(response, outgoing, asked);

/** What was found, in a line each. */
async function foundAt(behaviour: Behaviour, more: Parameters<typeof judged>[1] = {}) {
  const context = await judged(behaviour, { checks: ['list', 'created', 'reply'], ...more });
  const { findings } = context.result;
  return { context, findings, outcomes: [...new Set(findings.map(({ outcome }) => outcome))] };
}

test('a gateway that fails a create and what comes next is one accident', async () => {
  let failed = 0;
  const { context, outcomes } = await foundAt(
    {
      send: (response, outgoing, asked) => {
        const isFailing = failed < 2 && (failed > 0 || asked.operation === 'create');
        if (isFailing) failed += 1;
        return (isFailing ? badGateway : plainly)(response, outgoing, asked);
      },
    },
    { checks: ['created', 'input.accepted', 'reply', 'server'] },
  );
  expect([context.verdict, outcomes]).toEqual([expect.not.stringMatching('fail'), ['warn']]);
});

describe('what may have been an accident on the way, and did not come again,', () => {
  test.each<readonly [string, Send]>([
    ['the 502 of a gateway', badGateway],
    [
      'a connection that was cut within a reply',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 999 }).write('[');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'a reply without its headers',
      (response, { bytes }) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
      },
    ],
  ])('is flaky, and no violation: %s', async (_, send) => {
    const { context, findings, outcomes } = await foundAt({ send: once(2, send) });
    expect(outcomes).toEqual(['flaky']);
    expect(context.verdict).not.toBe('fail');
    expect(verdictOf(context.result, { failOn: ['flaky'] })).toBe('fail');
    const text = textReport(context, false);
    expect(text).toMatch(/^1\. FLAKY reply\./);
    expect(text).toContain('   tried     again, and not reproduced: a violation only with --strict\n');
    expect(text).toMatch(/: 0 violations, \d flaky, 0 warnings/);
    const { flaky, violations, checks } = JSON.parse(jsonReport(context));
    expect([violations, flaky[0].triedAgain]).toEqual([[], 'did not come again']);
    const cells = checks.filter(({ outcome }: { outcome: string }) => outcome === 'flaky');
    expect(cells).toHaveLength(new Set(findings.map(({ check, operation }) => `${check} ${operation}`)).size);
    expect(junitReport(context)).toContain('failures="0"');
  });
});

test('what several checks see is a violation, though it never comes when it is tried again', async () => {
  const { context } = await foundAt({
    send: (response, outgoing, asked) =>
      ([2, 12].includes(asked.world.seen) ? badGateway : plainly)(response, outgoing, asked),
  });
  expect(context.verdict).toBe('fail');
});

test('a wrong value is no accident: what it depends on may have changed', async () => {
  let lists = 0;
  const { context, findings } = await foundAt({
    rewrite: on({ operation: 'list', status: 200 }, ({ body }) => {
      lists += 1;
      return Array.isArray(body) && lists === 3 ? { body: [...body, ...body] } : {};
    }),
  });
  expect(context.verdict).toBe('fail');
  expect(findings.every(({ confirmation }) => confirmation?.came === 'not again')).toBe(true);
  expect(textReport(context, false)).toContain('tried     again, and not reproduced: what it depends on may');
});

test('what shows after another request over one connection says so, and its curl line sends them in a row', async () => {
  const { context, findings } = await foundAt({
    headers: (allowance, _reply, asked) => (asked.connection.seen > 1 ? {} : lawfulHeaders(allowance)),
  });
  const missing = findings.find(({ check }) => check === 'reply.headers');
  expect([missing?.isOfKept, missing?.exchanges.length]).toEqual([true, 2]);
  const text = textReport(context, false);
  expect(text).toContain('tried     shows over one connection, but not with a fresh connection for each request');
  expect(text).toMatch(/\n {5}curl -i .* --next -i .*\n/);
  const { violations } = JSON.parse(jsonReport(context));
  expect(violations[0]).toMatchObject({
    connection: 'kept',
    triedAgain: 'came again',
    curl: expect.stringMatching(/^curl .* --next /),
  });
});

test('what no request is left for is not confirmed, and a violation', async () => {
  const { context, findings } = await foundAt({ send: once(4, badGateway) }, { maxRequests: 4 });
  expect([context.verdict, context.result.requests]).toEqual(['fail', 4]);
  expect(findings[0]?.confirmation?.came).toBe('untried');
  expect(textReport(context, false)).toContain(
    '   tried     not again, since the budget of requests (--max-requests) was used up\n',
  );
});

test('what is not answered when it is tried again has no result, and is a violation', async () => {
  const bare: Send = (response, { bytes }) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
  };
  const { context } = await foundAt({
    send: (response, outgoing, asked) => {
      // Only what is tried again comes over a connection of its own.
      const isAgain = asked.world.seen > 2 && asked.connection.seen === 1;
      return isAgain ? void response.destroy() : once(2, bare)(response, outgoing, asked);
    },
  });
  const text = textReport(context, false);
  expect(context.verdict).toBe('fail');
  expect(text).toContain('   tried     without a result, since the server answered 429 or not at all\n');
});
