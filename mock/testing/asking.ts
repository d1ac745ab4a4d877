import request, { type Test } from 'supertest';
import { packageFile } from '../../openapi/package/package-file';
import { createMock, type Mock, type MockOptions } from '../index';
import { type Draft, editedDocument, writeFile } from './edited';

/** The mock of the shipped document with one edit, and the shipped animals; each of its replies is checked against that document. */
export async function mockOf(
  edit: (document: Draft) => void,
  options: MockOptions = {},
): Promise<(method: Verb, path: string, body?: object) => Test> {
  const fixtures = packageFile('fixtures/animals.json');
  const mock: Mock = await createMock({ document: editedDocument(edit), fixtures, checkReplies: true, ...options });
  return (method, path, body) => {
    const sending = request(mock.app)[method](path).auth('demo-business', { type: 'bearer' });
    return body === undefined ? sending : sending.send(body);
  };
}

/** Each test of the file fails where a reply was invalid, which `checkReplies` reports to standard error. */
export function expectValidReplies(): void {
  let complaints: jest.SpyInstance;
  beforeEach(() => {
    complaints = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  });
  afterEach(() => {
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
export const REFUSED = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
export const reply = (description: string, schema?: object) => ({
  description,
  ...(schema === undefined ? {} : { content: { 'application/json': { schema } } }),
});
export const replies = (status: number, schema?: object) => ({
  [status]: reply('Done.', schema),
  404: REFUSED,
  default: REFUSED,
});
export const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

/** Adds the paths of a resource with every operation, all with one schema. */
export function resourceAt(
  document: Draft,
  path: string,
  schema: object,
  idSchema: object = { type: 'integer' },
): void {
  document.paths[path] = {
    get: { responses: replies(200, { type: 'array', items: schema }) },
    post: { requestBody: body(schema), responses: replies(201, schema) },
  };
  document.paths[`${path}/{id}`] = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: idSchema }],
    get: { responses: replies(200, schema) },
    put: { requestBody: body(schema), responses: replies(200, schema) },
    patch: { requestBody: body({ type: 'object' }), responses: replies(200, schema) },
    delete: { responses: replies(204) },
  };
}

export const TEXT = { type: 'string' };
export const INTEGER = { type: 'integer' };
export const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});
/** What a request or a reply has as JSON. */
export const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
export const arrayOf = (items: object) => ({ type: 'array', items });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const inPath = (name: string, schema: object = INTEGER) => ({ name, in: 'path', required: true, schema });
/** Integers for each parameter of a path. */
export const idsIn = (path: string, schema: object = INTEGER) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name, schema));
export const inQuery = (name: string, schema: object = TEXT, more: object = {}) => ({
  name,
  in: 'query',
  schema,
  ...more,
});
/** The only reply of an operation that documents no failures. */
export const done = (status: number, schema?: object, example?: unknown) => ({
  [status]: { description: 'Done.', ...(schema === undefined ? {} : json(schema, example)) },
});
export const NONE = { 404: { description: 'None.' } };

/** A file with a document of these paths. */
export const documentOf = (paths: object, more: object = {}): string =>
  writeFile('json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Things', version: '1' }, paths, ...more }));

/** Sends requests to a mock, with bodies as JSON, and reads replies as JSON. */
export const askerOf =
  ({ fetch }: Pick<Mock, 'fetch'>) =>
  async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const reply = await fetch(`http://localhost${path}`, { method, headers, ...sent });
    const text = await reply.text();
    return { status: reply.status, text, body: text === '' ? undefined : JSON.parse(text) };
  };
