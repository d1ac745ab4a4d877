/** Parts of documents, for tests that say what paths mean. */

export const CAT = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
/** What a client sends to create one. */
export const NEW_CAT = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

export const json = (schema: object) => ({ content: { 'application/json': { schema } } });
export const listOf = (items: object) => ({ type: 'array', items });

/** Parts of an operation. */
export const replies = (schema: object, status = '200') => ({
  responses: { [status]: { description: '', ...json(schema) } },
});
export const takes = (schema: object) => ({ requestBody: json(schema) });
export const gone = { responses: { '204': { description: 'Gone' } } };

export const parameter = (name: string, place: string, schema: object = { type: 'integer' }) => ({
  name,
  in: place,
  schema,
});
export const query = (name: string, schema?: object) => parameter(name, 'query', schema);
