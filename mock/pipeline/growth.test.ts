import { type Contract, createMatcher, loadContract } from '../../openapi/contract';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { bearerToken, cookieOf } from '../http/headers';
import { createPresenter } from '../observe/recorded';
import { createSecrets } from '../observe/secrets';
import { editedDocument } from '../testing/edited';
import { createRequestTest } from '../world/rules/patterns';
import { entry } from '../world/testing/entries';
import { knownOf } from '../world/testing/known';
import { readBody } from './body';
import { isOrigin, preflightHeaders } from './cors';
import { identify } from './identify';
import type { Call } from './model';
import { parsePrefer, writePreference } from './prefer';
import type { HttpRequest } from './request';
import { readParameters } from './validate';

// A head has 16 KiB at most, so that no text here is longer; what bodies cost, their own tests say.

let contract: Contract;
let ofCall: (target: string, headers?: HttpRequest['headers']) => Call;

beforeAll(async () => {
  contract = await loadContract(
    editedDocument((document) => {
      document.components.securitySchemes = {
        inQuery: { type: 'apiKey', in: 'query', name: 'key' },
        inCookie: { type: 'apiKey', in: 'cookie', name: 'key' },
      };
      document.security = [{ inQuery: [] }, { inCookie: [] }];
      document.paths['/pets'].get.parameters.push(
        { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } }, explode: false },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        { name: 'shop', in: 'cookie', schema: { type: 'integer' } },
      );
    }),
  );
  const engine = { contract, match: createMatcher(contract), documentAt: () => undefined };
  ofCall = (target, headers = {}) => {
    // The cast is true of what the steps here look at.
    const request = { method: 'GET', target, headers, defect: undefined } as HttpRequest;
    return identify(engine, request);
  };
});

/** What a step does with a text; what it refuses, it has read. */
type Step = (text: string) => unknown;

const parametersOf = (call: Call): unknown => {
  if (call.operation === undefined) throw new Error('the operation is one of the contract');
  try {
    return readParameters(call.operation, call);
  } catch (refusal) {
    return refusal;
  }
};
const secrets = () => createSecrets(contract, knownOf('demo-pro', 'demo-free', '4f9a1c'));

const STEPS: readonly (readonly [string, Step, readonly string[]])[] = [
  ['a path', (text) => ofCall(`/v1/${text}`), ['-', '/', '%2F']],
  ['an absolute target', (text) => ofCall(`http://${text}`), ['a', '/']],
  [
    'the query',
    (text) => parametersOf(ofCall(`/v1/pets?${text}`)),
    ['&', 'limit=1&', 'status=sold&', '%', 'tags=a&', 'a=&'],
  ],
  ['one parameter', (text) => parametersOf(ofCall(`/v1/pets?limit=${text}`)), ['1', '%31']],
  ['an array', (text) => parametersOf(ofCall(`/v1/pets?tags=${text}`)), [',', '%2C']],
  ['a header that is a parameter', (text) => parametersOf(ofCall('/v1/pets', { 'x-trace': text })), [',', ' ']],
  ['cookies', (text) => parametersOf(ofCall('/v1/pets', { cookie: text })), [';', 'shop=1;']],
  ['one cookie', (text) => cookieOf({ headers: { cookie: text } }, 'shop'), ['a=b; ']],
  ['Authorization', (text) => bearerToken({ headers: { authorization: text } }), ['bearer ', ' ']],
  ['Authorization with a long token', (text) => bearerToken({ headers: { authorization: `Bearer ${text}` } }), [' ']],
  ['Prefer', parsePrefer, [',', '"', '\\"', '"\\', 'a=b,', '\t']],
  ['Preference-Applied', (text) => writePreference('example', text), ['"', 'a']],
  ['Origin', isOrigin, ['http://', 'a.']],
  ['a preflight', (text) => preflightHeaders({ headers: { 'access-control-request-headers': text } }, []), ['a,']],
  [
    'Content-Type',
    (text) => {
      const [operation] = contract.operations.filter(({ body }) => body !== undefined);
      if (operation === undefined) throw new Error('an operation of the contract has a body');
      const [media] = operation.body?.content ?? [];
      if (media === undefined) throw new Error('a body has a media type');
      return readBody(operation, { media, sent: `text/plain;${text}` }, Buffer.from('a'));
    },
    ['; ', ' ', '/'],
  ],
  [
    'a pattern',
    (text) => {
      const fits = createRequestTest(
        { path: '/**/a*b', query: { a: 'b', c: '*' }, headers: { a: 'b' }, body: { a: 1 } },
        '/v1',
      );
      return fits(
        entry({ path: `/${text}`, query: text, requestHeaders: text.split('='), requestBody: Buffer.from(text) }),
      );
    },
    ['a/', 'a=b&', '=', '[', '{"a":'],
  ],
  ['what hides secrets of a query', (text) => secrets().inQuery(text), ['&', 'key=1&', '%6bey=%64emo-pro&']],
  ['what hides secrets of a header', (text) => secrets().inHeader('Referer', text), ['?key=1&', 'Basic ']],
  [
    'a request of the journal',
    (text) =>
      createPresenter(secrets())(
        entry({ path: text, query: text, requestBody: Buffer.from(text), responseBody: text }),
      ),
    ['-', 'demo-', '%4f'],
  ],
];

test.each(STEPS)('%s takes time in proportion to its length', (_, step, pieces) => {
  for (const piece of pieces) {
    const growth = (first: number) =>
      growthOf((size) => {
        const text = piece.repeat(size / piece.length);
        return () => step(text);
      }, first);
    // Measured again where a busy machine made it look worse.
    const isProportional = isLinear(growth(4096)) || isLinear(growth(8192));
    expect([piece, isProportional]).toEqual([piece, true]);
  }
});
