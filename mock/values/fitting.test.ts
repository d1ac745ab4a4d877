import { createMock, type Mock } from '../index';
import { documentOf } from '../testing/asking';

const cat = { type: 'object', properties: { hunts: { type: 'boolean' }, age: { type: 'integer' } } };
const dog = { type: 'object', properties: { bark: { type: 'boolean' }, breed: { type: 'string', enum: ['Husky'] } } };
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const nullable = {
  type: 'object',
  properties: { tail: { type: 'string', nullable: true }, tongue: { type: 'string' } },
};
const wrapped = (schema: object) => ({ type: 'object', required: ['it'], properties: { it: schema } });
const get = (schema: object) => ({
  get: {
    responses: {
      200: { description: 'Fine.', content: { 'application/json': { schema } } },
      404: { description: 'There is none.' },
    },
  },
});
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] };

const DOCUMENT = documentOf({
  '/pets/{id}': { ...id, ...get({ oneOf: [cat, dog] }) },
  '/inside': get(wrapped({ oneOf: [cat, dog] })),
  '/more': get(wrapped({ allOf: [named, { oneOf: [cat, nullable] }] })),
  '/least': get({ oneOf: [named, { ...named, properties: { ...named.properties, age: { type: 'integer' } } }] }),
  '/same': get(wrapped({ oneOf: [named, { ...named }] })),
});

describe('of schemas that do not shut each other out, a value fits one all the same', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ document: DOCUMENT, planLimits: false });
  });

  const asked = async (path: string): Promise<unknown> => {
    const reply = await mock.fetch(`http://localhost${path}`);
    return [reply.status, await reply.json()];
  };

  it('since it says that it does not have what another has, in a record and in a reply of no record', async () => {
    const own = { hunts: true, age: expect.any(Number), bark: null };
    expect(await asked('/pets/1')).toEqual([200, own]);
    expect(await asked('/inside')).toEqual([200, { it: own }]);
  });

  it('by something that may not be null', async () => {
    const own = { name: expect.any(String), hunts: true, age: expect.any(Number), tongue: null };
    expect(await asked('/more')).toEqual([200, { it: own }]);
  });

  it('where one asks for all that the other does', async () => {
    expect(await asked('/least')).toEqual([200, { name: expect.any(String), age: null }]);
  });

  it('but where nothing sets them apart there is a value, as the document has it', async () => {
    expect(await asked('/same')).toEqual([200, { it: { name: expect.any(String) } }]);
  });
});
