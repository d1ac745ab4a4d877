/** @modules own: it is about the first time that they read a file. */

import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf } from '../../conformance/arbitraries/schema';
import {
  type Contract,
  isObject,
  jsonMediaType,
  type Operation,
  type Parameter,
  stringifyJson,
} from '../../openapi/contract';
import { createMock, type Mock } from '../index';
import { checkReply } from '../observe/check-reply';
import { documentOf } from '../testing/asking';
import { readControl } from './document';
import { HANDLERS } from './handlers';

const SESSION = '/sessions/{sessionId}';

// First, as the document is read once.
test('where its document can not be read the control plane says so in the envelope, and works as soon as it can', async () => {
  const mock = await createMock();
  const files = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { readFileSync } = files;
  const failing = jest.spyOn(files, 'readFileSync').mockImplementation((file, options) => {
    if (!/control\.yaml$/.test(String(file))) return readFileSync(file, options);
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  });
  const written = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const refused = await mock.fetch('/__admin/clock');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    {
      code: 'out_of_files',
      message: 'The mock has no file descriptor left to read what it needs. Try again in 1 s.',
      status: 503,
    },
  ]);
  expect(written.mock.calls.join()).toContain('ERROR Error: EMFILE');
  failing.mockRestore();
  written.mockRestore();
  expect((await mock.fetch('/__admin/clock')).status).toBe(200);
});

describe('the document of the control plane', () => {
  let mock: Mock;
  let contract: Contract;
  let sessionId: string;
  beforeAll(async () => {
    mock = await createMock({ maxSessions: 40, log: 'silent' });
    ({ contract } = await readControl());
    sessionId = (await mock.session()).id;
  });

  const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(`${SESSION}/`, '/')}`;
  const operationAt = (method: string, path: string): Operation | undefined =>
    contract.operations.find((operation) => operation.method === method && operation.path === path);

  test('every operation of the document has a handler, and every handler an operation', () => {
    expect(Object.keys(HANDLERS).sort()).toEqual([...new Set(contract.operations.map(nameOf))].sort());
  });

  test('every operation of the default world is there for a session, with the same input and replies but its id and 404', () => {
    // Whether the process is ready is no matter of a world.
    const outside = contract.operations.filter(({ path }) => !/^\/(sessions|health\/)/.test(path));
    const below = contract.operations.filter(({ path }) => path.startsWith(`${SESSION}/`));
    expect(below.map(nameOf).sort()).toEqual(outside.map(nameOf).sort());
    for (const one of outside) {
      const twin = operationAt(one.method, `${SESSION}${one.path}`);
      const isOfSession = ({ status }: Operation['replies'][number]) =>
        status === 404 && one.replies.every((reply) => reply.status !== 404);
      expect(withoutPlace(twin?.parameters.filter(({ name }) => name !== 'sessionId'))).toEqual(
        withoutPlace(one.parameters),
      );
      expect(twin?.parameters.map(({ name }) => name)).toContain('sessionId');
      expect(withoutPlace(twin?.replies.filter((reply) => !isOfSession(reply)))).toEqual(withoutPlace(one.replies));
      expect(twin?.replies.map(({ status }) => status)).toContain(404);
      const shared = ({ body, summary, security }: Partial<Operation>) => withoutPlace({ body, summary, security });
      expect(shared(twin ?? {})).toEqual(shared(one));
    }
  });

  /** Without the pointers into the document, which differ for the two paths. */
  function withoutPlace(part: unknown): unknown {
    return JSON.parse(JSON.stringify(part ?? null, (name, value: unknown) => (name === 'pointer' ? undefined : value)));
  }

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
      ...checkReply(operation, { status, headers: [...response.headers].flat(), bytes }),
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

  test("a document's own path goes before one of the control plane, whose others are there", async () => {
    const schema = { type: 'object', required: ['mine'], properties: { mine: { type: 'boolean' } } };
    const responses = {
      200: { description: 'Mine', content: { 'application/json': { schema, example: { mine: true } } } },
    };
    const paths = { '/__admin/requests': { get: { responses } }, '/{tenant}/clock': { get: { responses } } };
    const mock = await createMock({ document: documentOf(paths) });
    const show = async (path: string) => (await mock.fetch(path)).json();
    expect(await show('/__admin/requests?limit=1')).toEqual({ mine: true });
    expect((await mock.fetch('/__admin/requests', { method: 'PUT' })).status).toBe(405);
    expect(await show('/__admin/clock')).toMatchObject({ frozen: false });
  });
});
