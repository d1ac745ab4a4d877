import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from '../../conformance/arbitraries';
import {
  type Contract,
  isObject,
  jsonMediaType,
  type Operation,
  type Parameter,
  stringifyJson,
} from '../../openapi/contract';
import { toRaw } from '../http/headers';
import { createMock, type Mock } from '../index';
import { checkReply } from '../observe/check-reply';
import { readControl } from './document';

let mock: Mock;
let contract: Contract;
let sessionId: string;
beforeAll(async () => {
  mock = await createMock({ maxSessions: 40, log: 'silent' });
  ({ contract } = await readControl());
  sessionId = (await mock.session()).id;
});

interface Sent {
  readonly operation: Operation;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests that the document of the control plane allows. */
function requestOf(operation: Operation): Arbitrary<Sent> {
  const media = jsonMediaType(operation.body?.content ?? []);
  const body: Arbitrary<unknown> = media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema ?? {});
  return fc
    .tuple(valuesIn(operation, 'path'), valuesIn(operation, 'query'), valuesIn(operation, 'header'), body)
    .map(([path, query, headers, value]) => ({
      operation,
      path: contract.prefix + filled(operation.path, path) + queryOf(query),
      headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, encodeURIComponent(text)])),
      body: value === undefined ? undefined : stringifyJson(withKnownNames(value)),
    }));
}

const valuesIn = ({ parameters }: Operation, place: Parameter['in']): Arbitrary<Readonly<Record<string, string>>> => {
  const ours = parameters.filter((parameter) => parameter.in === place);
  return fc.record(Object.fromEntries(ours.map((parameter) => [parameter.name, textOf(parameter)])), {
    requiredKeys: ours.filter(({ required }) => required).map(({ name }) => name),
  });
};

/** A text, often a name that there is: the rest of a request is looked at only then. */
function textOf({ name, schema, in: place }: Parameter): Arbitrary<string> {
  const known = KNOWN[name];
  const any = arbitraryOf(schema).map(String);
  const texts = place === 'path' ? any.filter((text) => !/^(\.{0,2})$/.test(text)) : any;
  return known === undefined ? texts : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, texts);
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  name: ['free', 'pro'],
  key: ['free'],
  operationId: ['getPet'],
  collection: ['pets'],
  faultId: ['1', '2'],
  sessionId: ['this'],
};

/** Names of this mock in place of made-up ones, which are refused at once. */
function withKnownNames(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const isName = typeof inner === 'string' && (name === 'operationId' || name === 'key');
    return [name, isName ? KNOWN[name]?.[0] : withKnownNames(inner)];
  });
  return Object.fromEntries(entries);
}

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] === 'this' ? sessionId : (values[name] ?? '')),
  );

const queryOf = (query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

async function complaintsAbout({ operation, path, headers, body }: Sent): Promise<readonly string[]> {
  const response = await mock.fetch(path, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const { status } = response;
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const bytes = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  const described = operation.replies.some((reply) => reply.status === status);
  return [
    ...(described ? [] : [`${operation.id}: ${status} is not described: ${bytes}`]),
    ...checkReply(operation, { status, headers: toRaw(Object.fromEntries(response.headers)), bytes }),
  ];
}

test('whatever the document of the control plane allows gets a reply that it describes', async () => {
  for (const operation of contract.operations.filter(({ id }) => id !== 'closeSession')) {
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async (sent) => {
        expect(await complaintsAbout(sent)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  }
});

test('every example of the document is taken', async () => {
  for (const operation of contract.operations) {
    for (const { name, value } of jsonMediaType(operation.body?.content ?? [])?.examples ?? []) {
      const path = contract.prefix + filled(operation.path, { sessionId, name: 'free' });
      const { status } = await mock.fetch(path, { method: operation.method, body: stringifyJson(value) });
      expect([operation.id, name, Math.floor(status / 100)]).toEqual([operation.id, name, 2]);
    }
  }
});

test.each(['openapi.json', 'openapi.yaml'])('the document itself is at %s, without a token', async (file) => {
  const guarded = await createMock({ adminToken: 'secret', log: 'silent' });
  const ask = (method: string, origin: object = {}) =>
    guarded.fetch(`/__admin/${file}`, { method, headers: { ...origin } });
  const response = await ask('GET');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/(json|yaml)/);
  const { text, json } = contract.source;
  expect(await response.text()).toBe(file.endsWith('json') ? stringifyJson(json) : text);
  expect((await ask('POST')).status).toBe(405);
  expect((await ask('OPTIONS')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect((await ask('GET', { origin: 'http://evil.example' })).status).toBe(403);
});
