import fc from 'fast-check';
import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { invalidBody, Problem } from '../errors/problems';
import { editedDocument } from '../testing/edited';
import { knownOf } from '../world/testing/known';
import type { Log } from './log';
import { createSecrets, maskedLog, maskedResult } from './secrets';

/** The only key. */
const known = knownOf('demo-ann');

let bearer: Contract;
let keyed: Contract;

beforeAll(async () => {
  bearer = await loadContract(SHIPPED_DOCUMENT);
  keyed = await loadContract(
    editedDocument((document) => {
      document.components.securitySchemes = {
        inHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
        inCookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      };
      document.security = [{ inHeader: [] }, { inQuery: [] }, { inCookie: [] }];
    }),
  );
});

describe('a query', () => {
  it.each([
    ['', ''],
    ['a=1&b=%32+c&&d', 'a=1&b=%32+c&&d'],
    ['api%20key=s3cret', 'api%20key=hidden'],
    ['x=1&api+key=s3cret&y=%41', 'x=1&api+key=hidden&y=%41'],
    ['api%20key=s3cret&%61pi%20key=s3cret=2', 'api%20key=hidden&%61pi%20key=hidden'],
    ['API%20KEY=s3cret', 'API%20KEY=hidden'],
    ['?api%20key=s3cret', '?api%20key=hidden'],
    ['api%20key=&api%20key', 'api%20key=&api%20key'],
    ['my-api%20key=1&api%20key2=2', 'my-api%20key=1&api%20key2=2'],
    ['api%20key=%E0%A4%A&%ZZ=%', 'api%20key=hidden&%ZZ=%'],
  ])('"%s" is shown as "%s"', (query, shown) => {
    expect(createSecrets(keyed, known).inQuery(query)).toBe(shown);
  });

  it('is shown as it is if the contract has no key in queries', () => {
    expect(createSecrets(bearer, known).inQuery('api%20key=1')).toBe('api%20key=1');
  });

  it('shows no key that the mock would read from it, and everything else unchanged', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'?&=+%20apikey é;') }),
        fc.string({ unit: fc.constantFrom(...'?&=+%20apikey;') }),
        (before, after) => {
          const query = `${before}&api%20key=s3cret&${after}`;
          const shown = createSecrets(keyed, known).inQuery(query);
          expect(new URLSearchParams(shown).getAll('api key').every((value) => ['', 'hidden'].includes(value))).toBe(
            true,
          );
          const kept = query.split('&');
          for (const [place, pair] of shown.split('&').entries()) {
            if (!pair.endsWith('=hidden')) expect(pair).toBe(kept[place]);
          }
        },
      ),
    ));
});

describe('a header', () => {
  it.each([
    ['Authorization', 'Bearer s3cret', 'Bearer hidden'],
    ['authorization', 'bearer   s3cret', 'bearer hidden'],
    ['AUTHORIZATION', 'Basic czNjcmV0', 'Basic hidden'],
    ['Proxy-Authorization', 'Basic czNjcmV0', 'Basic hidden'],
    ['Authorization', 's3cret', 'hidden'],
    ['Authorization', 's3cret of mine', 'hidden'],
    ['Authorization', 'Bearers3cret', 'hidden'],
    ['Authorization', 'Bearer', 'hidden'],
    ['Authorization', '', ''],
    ['Cookie', 'session=s3cret; other=1', 'hidden'],
    ['Set-Cookie', 'session=s3cret', 'hidden'],
    ['x-API-key', 's3cret', 'hidden'],
    ['Referer', 'http://a/b?c=1&api%20key=s3cret#d?api%20key=1', 'http://a/b?c=1&api%20key=hidden#d?api%20key=1'],
    ['Accept', 'text/html?api%20key=1', 'text/html?api%20key=1'],
  ])('%s: %s is shown as "%s"', (name, value, shown) => {
    expect(createSecrets(keyed, known).inHeader(name, value)).toBe(shown);
  });

  it('that is not a credential of the contract is shown', () => {
    expect(createSecrets(bearer, known).inHeader('X-Api-Key', 'open')).toBe('open');
  });
});

describe('the value of an existing key', () => {
  it.each([
    ['/v1/things/demo-ann', '/v1/things/hidden'],
    ['{"key":"demo-ann","name":"demo-an"}', '{"key":"hidden","name":"demo-an"}'],
    ['demo-ann-too, my_demo-ann', 'hidden-too, my_hidden'],
    ['demo-ann', 'hidden'],
    ['demo-anna and demo-ann.', 'hiddena and hidden.'],
    ['There is nothing at /v1/demo-ann.', 'There is nothing at /v1/hidden.'],
    ['demo-ann==, demo-ann-', 'hidden==, hidden-'],
  ])('is hidden wherever it stands: %s', (text, shown) => {
    expect(createSecrets(bearer, known).inText(text)).toBe(shown);
  });

  it('is hidden in a header and a parameter that are not meant for keys', () => {
    const secrets = createSecrets(bearer, known);
    expect(secrets.inHeader('X-Api-Key', 'demo-ann')).toBe('hidden');
    expect(secrets.inQuery('token=demo-ann&a=1')).toBe('token=hidden&a=1');
  });
});

test('what the log has of failures shows no known value, and the rest as it is', () => {
  const secrets = createSecrets(bearer, known);
  const told: unknown[] = [];
  const log: Log = {
    answered: (entry) => told.push(entry.target),
    wants: () => true,
    failed: (error) => told.push(error instanceof Error ? [error.name, error.message, error.stack] : error),
    broken: (what) => told.push(what),
    notice: (text) => told.push(text),
    dropped: () => 3,
    waiting: () => 0,
    settled: async () => {},
  };
  const masked = maskedLog(log, secrets);
  const error = new RangeError('no demo%2Dann');
  error.stack = 'RangeError: no demo%2Dann\n    at demo-ann (a.ts:1:1)';
  masked.failed(error);
  masked.failed('demo-ann');
  masked.broken('the body is "demo-ann"');
  expect(told).toEqual([
    ['RangeError', 'no hidden', 'RangeError: no hidden\n    at hidden (a.ts:1:1)'],
    'hidden',
    'the body is "hidden"',
  ]);
});

test('a problem says its sentence without a known value, and is itself where it has none', () => {
  const secrets = createSecrets(bearer, known);
  const [one, other] = ['There is nothing at /demo-ann.', 'There is nothing at /ann.'].map(
    (message) => new Problem(404, 'unknown_path', message, { Allow: 'GET' }),
  );
  expect(maskedResult(one, secrets)).toMatchObject({
    ...{ status: 404, code: 'unknown_path', headers: { Allow: 'GET' } },
    message: 'There is nothing at /hidden.',
  });
  expect(maskedResult(other, secrets)).toBe(other);
  const violation = { place: 'query', steps: ['demo-ann'], keyword: '', expected: '', found: '"demo-ann"' } as const;
  const shown = { steps: ['hidden'], found: '"hidden"', message: 'No hidden.' };
  const all = [{ ...violation, message: 'No demo-ann.' }];
  const whole = { message: 'No demo-ann. No demo-ann.', violations: [...all, ...all] };
  const invalid = maskedResult(new Problem(400, 'invalid_parameter', 'No demo-ann.', {}, all, () => whole), secrets);
  expect(invalid.violations).toMatchObject([shown]);
  expect(invalid.whole()).toMatchObject({ message: 'No hidden. No hidden.', violations: [shown, shown] });
});

test('a known value in the name of a field is masked, though the sentence shows of a long name its two ends', () => {
  const value = `SECRET-${'x'.repeat(100)}-TAIL`;
  const secrets = createSecrets(bearer, knownOf(value));
  for (const steps of [[value], ['a', value, 'b'], ['a'.repeat(59), value]]) {
    const violation = { pointer: `/${steps.join('/')}`, keyword: 'type', expected: 'a string', found: '1' };
    const masked = maskedResult(invalidBody(400, violation), secrets);
    expect(masked.message).toContain('hidden');
    expect(JSON.stringify([masked.message, masked.violations])).not.toMatch(/SECRET|TAIL/);
  }
});

test('a problem that says too much is cut, before anything is looked for in it', () => {
  const secrets = createSecrets(bearer, known);
  const problem = new Problem(400, 'invalid_body', `/${'demo-ann'.repeat(500_000)} is unknown.`);
  const { message } = maskedResult(problem, secrets);
  expect(message).toMatch(/^\/(hidden)+.{0,8}…$/);
  expect(message.length).toBeLessThan(10_002);
});
