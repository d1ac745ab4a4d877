import type { Resource } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';

export const time = { type: 'string', format: 'date-time' };
export const number = { type: 'integer' };
const PROPERTIES = {
  id: { type: 'string' },
  title: { type: 'string' },
  remark: { type: 'string' },
  email: { type: 'string', format: 'email' },
  status: { type: 'string', enum: ['open', 'shut'] },
  priceCents: number,
  stock: number,
  isOpen: { type: 'boolean' },
  cancelled: { type: 'boolean' },
  archived_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  tags: { type: 'array', items: { type: 'string' } },
  parts: { type: 'array', items: { type: 'object', properties: { kind_id: { type: 'string' }, count: number } } },
  serial: { type: 'string', description: 'A 64-bit integer, written as a string.' },
  crate: {
    type: 'object',
    properties: { weight_kg: number, wood: { type: 'string', enum: ['oak', 'elm'] }, grain: { type: 'string' } },
  },
  pack: {
    oneOf: ['box', 'bag'].map((name) => ({
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', const: name }, weight: number },
    })),
  },
  valid_from: { type: 'string', format: 'date' },
  valid_to: { type: 'string', format: 'date' },
  createdAt: { ...time, readOnly: true },
  updatedAt: { ...time, readOnly: true },
  starts_at: time,
  day: { type: 'string', format: 'date' },
};

/** The resource of things, whose list has these parameters and words. */
export async function thingsWith(parameters: readonly object[], words: object = {}): Promise<Resource> {
  const [resource] = (
    await contractOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: {
            ...words,
            operationId: 'list',
            parameters: parameters.map((one) => ({ in: 'query', ...one })),
            responses: {
              200: {
                description: 'Things.',
                content: {
                  'application/json': { schema: { type: 'array', items: { type: 'object', properties: PROPERTIES } } },
                },
              },
            },
          },
        },
        '/things/{id}': {
          get: {
            operationId: 'read',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: {
              200: {
                description: 'One.',
                content: { 'application/json': { schema: { type: 'object', properties: PROPERTIES } } },
              },
            },
          },
        },
      },
    })
  ).resources;
  if (resource === undefined) throw new Error('There are no things.');
  return resource;
}
