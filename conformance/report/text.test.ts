import { faults } from '../../tools/selftest/faults';
import { replying } from '../../tools/selftest/server/altering';
import type { Behaviour } from '../../tools/selftest/server/model';
import { exchangeOf } from '../testing/exchange';
import { judged } from '../testing/judged';
import type { Cell } from '../verdict/result';
import { page } from './html/page';
import { textReport } from './text';

test('what a server says is shown, and no terminal obeys it', async () => {
  const steering: Behaviour = {
    send: (response) => {
      response.writeHead(418, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('\u009b2J\u202egnp.exe\n\u001b]0;title\u0007\u200b é 😀');
    },
  };
  const context = await judged(steering, { maxRequests: 200 });
  const plain = textReport(context, false);
  expect(plain).toContain('418  \\u{9b}2J\\u{202e}gnp.exe\\u{a}\\u{1b}]0;title\\u{7}\\u{200b} é 😀\n');
  expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  // Colours are all that is left for a terminal to obey.
  expect(textReport(context, true).replaceAll(/(?!\n)\p{Cc}\[\d+m/gu, '')).toBe(plain);
});

test('of a long list the record is shown that a finding is about', async () => {
  const body = Array.from({ length: 30 }, (_, id) => ({ id, name: id < 20 ? 'Rex' : 7, categoryId: 1 }));
  const behaviour = replying({ operation: 'list', status: 200 }, { body });
  const text = textReport(await judged(behaviour, { checks: ['reply.schema'], maxRequests: 12 }), false);
  expect(text).toMatch(/actual {4}\/20\/name: 7\n[\s\S]*? → 200 {2}… \{"id":20,"name":7,/);
});

test('what requests at once show tells how to send all of them again', async () => {
  const behaviour = faults.find(({ name }) => name === 'who has no key is let in with others')?.behaviour ?? {};
  const context = await judged(behaviour, { checks: ['parallel.own-reply'] });
  const lines = textReport(context, false).split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^ {3}actual {4}the status 20[01] without a valid key, with 8 requests at once; alone: the status 401$/,
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^ {5}(GET|POST) \/pets\S*, one of 8 at once → 20[01]/));
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {5}curl --parallel --parallel-immediate -i (.* --next -i ){7}/),
  );
  expect(lines.filter((line) => line.includes('--parallel 8'))).toHaveLength(1);
});

test('of what follows from violations the violations are counted; where one is but a warning elsewhere, that is said', async () => {
  const context = await judged(
    { errorBody: ({ message }) => ({ error: message }) },
    { checks: ['error.envelope'], maxRequests: 150 },
  );
  const { result } = context;
  const [first, ...others] = result.findings;
  expect(new Set(result.findings.map(({ operation }) => operation)).size).toBe(3);
  const counted = (findings: typeof result.findings): readonly string[] => {
    const told = { ...context, result: { ...result, findings } };
    return [textReport(told, false), page.render(told)];
  };
  for (const report of counted(result.findings))
    expect(report).toContain(`1 violation (and ${others.length} that follow`);
  const lesser = result.findings.map((one) =>
    one.operation === first?.operation ? one : { ...one, outcome: 'warn' as const },
  );
  const [text = ''] = counted(lesser);
  expect(text).toMatch(/ and 2 more operations \(2 as a warning only\)/);
  const violations = lesser.filter(({ outcome }) => outcome === 'fail');
  expect(text).toContain(`1 violation (and ${violations.length - 1} that follow from it), `);
});

test('of an API with many operations the table counts what came of each check', async () => {
  const context = await judged({}, { checks: ['reply.status'], maxRequests: 1 });
  const cells = [...'abcdefghijklm'].map((operation): Cell => {
    const outcome = operation === 'a' ? 'fail' : 'pass';
    return { check: 'reply.status', operation, outcome, judged: 1, reasons: [] };
  });
  const report = textReport({ ...context, result: { ...context.result, cells } }, false);
  expect(report).toMatch(/^check +passed +failed +warned +known +not judged\nreply.status +12 +1\n/m);
});

test('what there is but one of, and a run has changed, is told in the end', async () => {
  const context = await judged({}, { checks: ['reply.status'], maxRequests: 2 });
  const { result } = context;
  const exchanges = ['/me/wallet', '/me/wallet', '/pets/{petId}'].map((path) => {
    const exchange = exchangeOf(context.contract, { operation: 'listPets' });
    const operation = { ...exchange.request.operation, method: 'PATCH' as const, path };
    return { ...exchange, request: { ...exchange.request, method: 'PATCH', operation } };
  });
  const told = { ...context, result: { ...result, exchanges } };
  for (const report of [textReport(told, false), page.render(told)])
    expect(report).toContain('Changed, and not put back: PATCH /me/wallet (2 times)');
});
