import { execFileSync } from 'node:child_process';
import type { RecordedRequest } from '../../openapi/types/control';

import { BEARER as BEARER_TOKEN, type ContractSummary, type Credential } from './page/model/contract';
import { curlOf } from './page/model/curl';

const keyIn = (place: Credential['in'], parameter: string): Credential => ({ in: place, parameter, prefix: '' });
/** A contract with one operation that takes a key in each of these places, and one that takes none. */
const taking = (...credentials: readonly Credential[]): ContractSummary => ({
  operations: [
    { id: 'guarded', credentials },
    { id: 'open', credentials: [] },
  ],
  credentials,
  paths: [],
});
const BEARER = taking(BEARER_TOKEN);
const ORIGIN = 'http://127.0.0.1:4010';

function recorded(
  given: Partial<Omit<RecordedRequest, 'request'>> & { body?: string; headers?: Record<string, string> },
): RecordedRequest {
  const { body, headers = {}, ...rest } = given;
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    id: 1,
    at: '2026-01-01T00:00:00Z',
    durationMs: 1,
    method: 'GET',
    path: '/v1/things',
    query: '',
    operationId: null,
    key: null,
    status: 200,
    fault: null,
    response: { headers: [], body: null, truncated: false },
    ...rest,
    request: { headers: pairs, body: body ?? null, truncated: false },
  };
}

/** The words that a POSIX shell makes of a line. */
function wordsOf(line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' curl "$@"; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'secret' } });
  return output.split('\0').slice(0, -1);
}

describe('a curl line', () => {
  test('of a plain request is plain', () => {
    expect(curlOf(recorded({ query: 'a=1&b=2' }), ORIGIN, BEARER)).toBe(
      "curl 'http://127.0.0.1:4010/v1/things?a=1&b=2'",
    );
  });

  test('masks the key, which the shell expands', () => {
    const line = curlOf(recorded({ key: 'first', headers: { authorization: 'Bearer hidden' } }), ORIGIN, BEARER);
    expect(line).toContain('-H "Authorization: Bearer $API_KEY"');
    expect(line).not.toContain('hidden');
    expect(wordsOf(line)).toEqual(['curl', `${ORIGIN}/v1/things`, '-H', 'Authorization: Bearer secret']);
  });

  test('masks a user of HTTP Basic, whose key has no password', () => {
    const basic = taking({ in: 'header', parameter: 'Authorization', prefix: 'Basic ' });
    const line = curlOf(recorded({ headers: { authorization: 'Basic hidden' } }), ORIGIN, basic);
    expect(wordsOf(line)).toEqual(['curl', `${ORIGIN}/v1/things`, '-u', 'secret:']);
  });

  test('masks a key that was not valid, in the header that the contract has for it', () => {
    const line = curlOf(recorded({ headers: { 'X-Key': 'hidden' } }), ORIGIN, taking(keyIn('header', 'x-key')));
    expect(wordsOf(line)).toEqual(['curl', `${ORIGIN}/v1/things`, '-H', 'x-key: secret']);
  });

  test('puts the key where the shell expands it, in the query that carried it', () => {
    const given = recorded({ key: 'first', query: 'limit=1&Key=hidden&a=$5' });
    const line = curlOf(given, ORIGIN, taking(keyIn('query', 'key')));
    expect(wordsOf(line)).toEqual(['curl', `${ORIGIN}/v1/things?limit=1&Key=secret&a=$5`]);
    expect(curlOf({ ...given, query: 'key=hidden&limit=1' }, ORIGIN, taking(keyIn('query', 'key')))).toBe(
      `curl "${ORIGIN}/v1/things?key=$API_KEY&limit=1"`,
    );
  });

  test('puts the key into the cookie that the contract has for it', () => {
    const line = curlOf(
      recorded({ key: 'first', headers: { cookie: 'hidden' } }),
      ORIGIN,
      taking(keyIn('cookie', 'k$y')),
    );
    expect(wordsOf(line)).toEqual(['curl', `${ORIGIN}/v1/things`, '-b', 'k$y=secret']);
  });

  test('has each credential that the request had, and no other', () => {
    const contract = taking(BEARER_TOKEN, keyIn('query', 'key'), keyIn('header', 'x-key'));
    const given = recorded({ operationId: 'guarded', query: 'key=hidden', headers: { 'X-Key': 'hidden' } });
    expect(wordsOf(curlOf(given, ORIGIN, contract))).toEqual([
      ...['curl', `${ORIGIN}/v1/things?key=secret`, '-H', 'x-key: secret'],
    ]);
  });

  test('has no credential if the operation needs none', () => {
    const given = recorded({
      operationId: 'open',
      query: 'key=hidden&limit=1',
      headers: { authorization: 'Bearer hidden', 'x-key': 'hidden', cookie: 'hidden' },
    });
    const contract = taking(keyIn('query', 'key'), keyIn('header', 'x-key'), keyIn('cookie', 'key'));
    expect(curlOf(given, ORIGIN, contract)).toBe(`curl '${ORIGIN}/v1/things?limit=1'`);
  });

  test('sends exactly what was sent, whatever is in it', () => {
    const body = '@file \'; rm -rf $HOME `id` "quoted" \\\n\t!! 9007199254740993';
    const headers = {
      'content-type': "text/plain; a='b'",
      'x-empty': '',
      'x-cost': '$5 `id`',
      host: 'a',
      accept: '*/*',
    };
    const line = curlOf(recorded({ method: 'POST', body, headers }), ORIGIN, BEARER);
    expect(wordsOf(line)).toEqual([
      'curl',
      `${ORIGIN}/v1/things`,
      ...['-H', "content-type: text/plain; a='b'", '-H', 'x-empty;', '-H', 'x-cost: $5 `id`'],
      ...['--data-raw', body],
    ]);
  });

  test.each([
    ['GET', undefined, []],
    ['GET', '{}', ['-X', 'GET']],
    ['POST', '{}', []],
    ['POST', undefined, ['-X', 'POST']],
    ['DELETE', undefined, ['-X', 'DELETE']],
    ['HEAD', undefined, ['-I']],
    ["M'$X", undefined, ['-X', "M'$X"]],
  ])('names the method %s with the body %j as %j', (method, body, flags) => {
    const line = curlOf(recorded({ method, ...(body === undefined ? {} : { body }) }), ORIGIN, BEARER);
    expect(wordsOf(line).slice(1, 1 + flags.length)).toEqual(flags);
    expect(wordsOf(line)[1 + flags.length]).toBe(`${ORIGIN}/v1/things`);
  });

  test('keeps curl from expanding brackets and removing dots', () => {
    const line = curlOf(recorded({ path: '/v1/../x', query: 'a[]={1}' }), ORIGIN, BEARER);
    expect(wordsOf(line)).toEqual(['curl', '-g', '--path-as-is', `${ORIGIN}/v1/../x?a[]={1}`]);
  });
});
