import { type Draft, editedDocument } from '../../mock/testing/edited';

/**
 * The file of the shipped document with a resource that has every kind of operation, another below it, and another
 * prefix.
 */
export const shelvesDocument = (more: (draft: Draft) => void = () => {}): string =>
  editedDocument((draft: Draft) => {
    const fields = {
      label: { type: 'string', minLength: 1, maxLength: 40 },
      width: { type: 'integer', format: 'int32', minimum: 0, maximum: 50 },
      kind: { type: 'string', enum: ['wood', 'steel'] },
    };
    const shelf = {
      type: 'object',
      required: ['id', 'label'],
      properties: { id: { type: 'string', format: 'uuid' }, ...fields },
    };
    const content = (schema: object) => ({ content: { 'application/json': { schema } } });
    const refused = { description: 'Refused.', ...content({ $ref: '#/components/schemas/Error' }) };
    const replies = (status: number, schema?: object) => ({
      [status]: { description: 'Done.', ...(schema === undefined ? {} : content(schema)) },
      400: refused,
      401: refused,
      404: refused,
      default: refused,
    });
    const body = (schema: object) => ({ required: true, ...content(schema) });
    const newShelf = { type: 'object', required: ['label'], properties: fields };
    const kind = { name: 'kind', in: 'query', schema: fields.kind };
    draft.servers = [{ url: '/shop' }];
    draft.paths['/shelves'] = {
      get: { operationId: 'listShelves', parameters: [kind], responses: replies(200, { type: 'array', items: shelf }) },
      post: { operationId: 'addShelf', requestBody: body(newShelf), responses: replies(201, shelf) },
    };
    const tools = { post: { type: 'integer' }, shelf: { type: 'integer' } };
    const oneTool = { anyOf: [{ required: ['post'] }, { required: ['shelf'] }] };
    const hook = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' }, ...tools } };
    const newHook = { type: 'object', properties: tools, ...oneTool };
    const ofParent = { name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
    draft.paths['/shelves/{shelfId}/hooks'] = {
      parameters: [ofParent],
      get: { operationId: 'listHooks', responses: replies(200, { type: 'array', items: hook }) },
      post: { operationId: 'addHook', requestBody: body(newHook), responses: replies(201, hook) },
    };
    draft.paths['/shelves/{shelfId}/hooks/{hookId}'] = {
      parameters: [ofParent, { ...ofParent, name: 'hookId' }],
      get: { operationId: 'getHook', responses: replies(200, hook) },
      delete: { operationId: 'deleteHook', responses: replies(204) },
    };
    draft.paths['/shelves/{shelfId}'] = {
      parameters: [{ name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: 'getShelf', responses: replies(200, shelf) },
      put: { operationId: 'putShelf', requestBody: body(newShelf), responses: replies(200, shelf) },
      patch: {
        operationId: 'patchShelf',
        requestBody: body({ type: 'object', properties: fields }),
        responses: replies(200, shelf),
      },
      delete: { operationId: 'deleteShelf', responses: replies(204) },
    };
    more(draft);
  });
