import { execFileSync } from 'node:child_process';
import { summarise, UNKNOWN_CONTRACT } from './page/model/contract';
import { curlOf } from './page/model/curl';
import type { JsonObject } from './page/model/json';
import { recorded } from './testing/recorded';

const ORIGIN = 'http://127.0.0.1:4010';
const THINGS = `${ORIGIN}/v1/things`;

/** The words that a POSIX shell makes of a line. */
function wordsOf(line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' curl "$@"; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { API_KEY: 'secret' } });
  return output.split('\0').slice(0, -1);
}

type Given = Parameters<typeof recorded>[0];
const sent = (given: Given, contract = UNKNOWN_CONTRACT) =>
  wordsOf(curlOf(recorded(given), ORIGIN, contract, undefined).line);

describe('a curl line has the key that the shell expands', () => {
  const AUTHORIZATION = { headers: { authorization: 'Any hidden' } };
  const apiKey = (place: string, name: string) => ({ type: 'apiKey', in: place, name });

  test.each<readonly [scheme: JsonObject, given: Given, words: readonly string[]]>([
    [{ type: 'http' }, AUTHORIZATION, [THINGS, '-H', 'Authorization: Bearer secret']],
    [{ type: 'http', scheme: 'Bearer' }, AUTHORIZATION, [THINGS, '-H', 'Authorization: Bearer secret']],
    [{ type: 'oauth2', flows: {} }, AUTHORIZATION, [THINGS, '-H', 'Authorization: Bearer secret']],
    [{ type: 'http', scheme: 'Token' }, AUTHORIZATION, [THINGS, '-H', 'Authorization: Token secret']],
    [{ type: 'http', scheme: 'basic' }, AUTHORIZATION, [THINGS, '-u', 'secret:']],
    [apiKey('header', 'x-key'), { headers: { 'X-Key': 'hidden' } }, [THINGS, '-H', 'x-key: secret']],
    [apiKey('cookie', 'k$y'), { headers: { cookie: 'hidden' } }, [THINGS, '-b', 'k$y=secret']],
    [apiKey('query', 'key'), { query: 'limit=1&Key=hidden&a=$5' }, [`${THINGS}?limit=1&Key=secret&a=$5`]],
    [apiKey('query', 'key'), { query: 'limit=1' }, [`${THINGS}?limit=1`]],
    [{ type: 'mutualTLS' }, {}, [THINGS]],
  ])('by the security scheme %j of a request %j', (scheme, given, words) => {
    const contract = summarise({
      security: [{ key: [] }],
      paths: { '/things': { get: { operationId: 'list' } } },
      components: { securitySchemes: { key: scheme, unused: apiKey('query', 'limit') } },
    });
    const asked = recorded({ ...given, key: 'first' });
    const { line, notes } = curlOf(asked, ORIGIN, contract, undefined);
    const isMasked = words.some((word) => word.includes('secret'));
    expect(notes).toEqual(isMasked ? ['Set API_KEY to the key "first" first: the request log keeps no keys.'] : []);
    expect(wordsOf(curlOf(asked, ORIGIN, contract, 'secret').line)).toEqual(['curl', ...words]);
    expect(wordsOf(line)).toEqual(['curl', ...words]);
    expect(line).not.toContain('hidden');
  });

  const contract = summarise({
    security: [{ bearer: [] }],
    paths: {
      '/things': {
        get: { operationId: 'both', security: [{ bearer: [] }, { field: [] }] },
        put: { operationId: 'of the document' },
        post: { operationId: 'open', security: [] },
        patch: { operationId: 'optional', security: [{ field: [] }, {}] },
        delete: { operationId: 'two', security: [{ query: [], cookie: [] }] },
      },
    },
    components: {
      securitySchemes: {
        ...{ bearer: { type: 'http' }, field: apiKey('header', 'X-Key') },
        ...{ query: apiKey('query', 'key'), cookie: apiKey('cookie', 'key') },
      },
    },
  });
  const [BEARER, FIELD, COOKIE] = [
    ['-H', 'Authorization: Bearer secret'],
    ['-H', 'X-Key: secret'],
    ['-b', 'key=secret'],
  ];

  test.each([
    ['both', '', [...BEARER, ...FIELD]],
    ['of the document', '', BEARER],
    ['open', '', []],
    ['optional', '', FIELD],
    ['two', '&key=secret', COOKIE],
    [null, '&key=secret', [...BEARER, ...FIELD, ...COOKIE]],
  ])('where the operation %s takes it, and nowhere else', (operationId, query, words) => {
    const headers = { authorization: 'hidden', 'x-key': 'hidden', cookie: 'hidden' };
    expect(sent({ operationId, query: 'limit=1&key=hidden', headers }, contract)).toEqual([
      ...['curl', `${THINGS}?limit=1${query}`, ...words],
    ]);
  });

  test('as a bearer token, as long as the contract is not known', () => {
    expect(sent(AUTHORIZATION)).toEqual(['curl', THINGS, '-H', 'Authorization: Bearer secret']);
  });
});

describe('a curl line', () => {
  test('of a plain request is plain', () => {
    expect(curlOf(recorded({ query: 'a=1&b=2' }), ORIGIN, UNKNOWN_CONTRACT, undefined)).toEqual({
      line: `curl '${THINGS}?a=1&b=2'`,
      notes: [],
    });
  });

  test('sends exactly what was sent, whatever is in it', () => {
    const body = '@file \'; rm -rf $HOME `id` "quoted" \\\n\t!! 9007199254740993';
    const kept = { 'content-type': "text/plain; a='b'", 'x-empty': '', 'x-cost': '$5 `id`' };
    expect(sent({ method: 'POST', body, headers: { ...kept, host: 'a', accept: '*/*' } })).toEqual([
      ...['curl', THINGS, '-H', "content-type: text/plain; a='b'", '-H', 'x-empty;', '-H', 'x-cost: $5 `id`'],
      ...['--data-raw', body],
    ]);
  });

  test.each([
    ['GET', '', []],
    ['GET', '{}', ['-X', 'GET']],
    ['POST', '{}', []],
    ['POST', '', ['-X', 'POST']],
    ['DELETE', '', ['-X', 'DELETE']],
    ['HEAD', '', ['-I']],
    ["M'$X", '', ['-X', "M'$X"]],
  ])('names the method %s with the body %j as %j', (method, body, flags) => {
    const bodyFlags = body === '' ? [] : ['-H', 'Content-Type:', '--data-raw', body];
    expect(sent({ method, body })).toEqual(['curl', ...flags, THINGS, ...bodyFlags]);
  });

  test('keeps curl from expanding brackets and removing dots', () => {
    expect(sent({ path: '/v1/../x', query: 'a[]={1}' })).toEqual([
      ...['curl', '-g', '--path-as-is', `${ORIGIN}/v1/../x?a[]={1}`],
    ]);
  });
});
