import request, { type Test } from 'supertest';
import { packageFile } from '../../openapi/package/package-file';
import { createMock, type Mock, type MockOptions } from '../index';
import { type Draft, editedDocument } from './edited';

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
