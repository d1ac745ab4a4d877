import { createMock, type Mock } from './index';
import {
  arrayOf,
  askerOf,
  documentOf,
  done,
  INTEGER,
  idsIn,
  inQuery,
  json,
  object,
  TEXT as text,
} from './testing/asking';

/** A document of the kind that FastAPI writes, with other error bodies where a path begins with `/problems`. */
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const FAULT = object({ loc: arrayOf({ anyOf: [text, INTEGER] }), msg: text, type: text }, 'loc', 'msg', 'type');
const refused = done(422, object({ detail: arrayOf(FAULT) }));
const problems = object(
  { title: text, errors: arrayOf(object({ pointer: text, detail: text }, 'pointer', 'detail')) },
  ...['title', 'errors'],
);

const PRICE = { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, text] };
const NEW = object({ name: text, price: PRICE, parts: arrayOf(object({ cost: PRICE })) }, 'name');
const CHANGE = object({ name: orNull(text), price: orNull(PRICE), mail: orNull({ ...text, format: 'email' }) });
const PRODUCT = object(
  { id: INTEGER, name: text, price: text, mail: text, parts: arrayOf(object({ cost: text })) },
  ...['id', 'name', 'price', 'mail'],
);
const USER = object({
  mail: { ...text, format: 'email' },
  password: { ...text, minLength: 8 },
  tags: arrayOf(text),
});

const LOGIN = object({ username: text, password: text }, 'username', 'password');
const TOKEN = object({ access_token: text, token_type: text }, 'access_token');
const FINE = object({ fine: text });
const form = (type: string, schema: object) => ({ content: { [type]: { schema } } });

const DOCUMENT = documentOf(
  {
    '/products/': { post: { requestBody: json(NEW), responses: { ...done(201, PRODUCT), ...refused } } },
    '/products/{id}': {
      parameters: idsIn('{id}'),
      get: { responses: done(200, PRODUCT) },
      patch: { requestBody: json(CHANGE), responses: { ...done(200, PRODUCT), ...refused } },
    },
    '/checks': {
      post: {
        parameters: ['page', 'size'].map((name) => inQuery(name, INTEGER)),
        requestBody: json(USER),
        responses: { ...done(200, FINE), ...refused },
      },
    },
    '/login': {
      post: { requestBody: form('application/x-www-form-urlencoded', LOGIN), responses: done(200, TOKEN) },
    },
    '/whoami': { get: { security: [{ login: [] }], responses: done(200, FINE) } },
    '/images': {
      post: {
        requestBody: form(
          'multipart/form-data',
          object({ file: { ...text, format: 'binary' }, alt: text, place: INTEGER }),
        ),
        responses: done(200, object({ alt: text, place: INTEGER, file: text }, 'alt', 'place', 'file')),
      },
    },
    '/problems': {
      post: {
        parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: text }],
        requestBody: json(USER),
        responses: { ...done(204), ...done(422, problems) },
      },
    },
  },
  {
    openapi: '3.1.0',
    components: {
      securitySchemes: { login: { type: 'oauth2', flows: { password: { tokenUrl: 'login', scopes: {} } } } },
    },
  },
);

let mock: Mock;
let ask: ReturnType<typeof askerOf>;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, fixtures: 'none', checkReplies: true });
  ask = askerOf(mock);
});

test('a value that the request may have and the record may not is written as the record has it, at any depth', async () => {
  const sent = { name: 'Rake', price: 12.5, parts: [{ cost: 3 }, { cost: '0.10' }] };
  const made = await ask('POST', '/products/', sent);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Rake', price: '12.5', parts: [{ cost: '3' }, { cost: '0.10' }] });
  const changed = await ask('PATCH', '/products/1', { price: 7, mail: 'a@x.test', name: null });
  expect(changed).toMatchObject({ status: 200, body: { ...Object(made.body), price: '7', mail: 'a@x.test' } });
  expect((await ask('PATCH', '/products/1', { mail: null })).body).toEqual(changed.body);
});

describe('a refusal says all that is wrong with a request', () => {
  const WRONG = { mail: 'not', password: 'short', tags: ['a', 7] };

  test('with the place of each fault, its positions as numbers', async () => {
    const { status, body } = await ask('POST', '/checks', WRONG);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: [
        { loc: ['body', 'mail'], type: 'format' },
        { loc: ['body', 'password'], msg: expect.stringContaining('"password"'), type: 'minLength' },
        { loc: ['body', 'tags', 1], type: 'type' },
      ],
    });
  });

  test('for parameters, too', async () => {
    const { body } = await ask('POST', '/checks?page=a&size=b', {});
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'page'] }, { loc: ['query', 'size'] }] });
  });

  test('twenty faults at most', async () => {
    const { body } = await ask('POST', '/checks', { tags: Array.from({ length: 50 }, () => 1) });
    expect(body.detail).toHaveLength(20);
  });
});

test('a required pointer is the name of what is wrong, where that is not in the body', async () => {
  const { body } = await ask('POST', '/problems', {});
  const detail = 'The header parameter "X-Tenant" is missing.';
  expect(body).toEqual({ title: 'Unprocessable Entity', errors: [{ pointer: 'X-Tenant', detail }] });
  const inBody = await ask('POST', '/problems', { password: 'short', mail: 'not' }, { 'X-Tenant': 'a' });
  expect(inBody.body.errors).toMatchObject([{ pointer: '/mail' }, { pointer: '/password' }]);
});

test('a client that logs in gets a token that is taken', async () => {
  const login = (username: string) => postForm('/login', new URLSearchParams({ username, password: 'any' }));
  const whoami = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await mock.fetch(new Request('http://tools.test/whoami', { headers }))).status;
  };
  const { access_token: token, token_type: type } = await login('ada');
  expect([type, await whoami(String(token)), await whoami('other')]).toEqual(['bearer', 200, 401]);
  expect((await login('demo-pro')).access_token).toBe('demo-pro');
});

test('the fields of a form are shown as they were sent, and no file is', async () => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ alt: 'A rake', place: '3' })) data.append(name, value);
  data.append('file', new File(['bytes'], 'rake.png'));
  const shown = await postForm('/images', data);
  expect(shown).toMatchObject({ alt: 'A rake', place: 3 });
  expect(shown.file).not.toBe('bytes');
});

async function postForm(path: string, body: URLSearchParams | FormData): Promise<Readonly<Record<string, unknown>>> {
  const response = await mock.fetch(new Request(`http://tools.test${path}`, { method: 'POST', body }));
  return Object(await response.json());
}
