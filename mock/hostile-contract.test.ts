import { until } from '../openapi/program/testing/until';
import { type StartedMock, startMock } from './index';
import { resourceAt } from './testing/asking';
import { editedDocument } from './testing/edited';

const operation = (is: string) => ({
  type: 'object',
  required: ['of', 'is'],
  properties: { of: { type: 'array', items: { $ref: '#/components/schemas/Expression' } }, is: { enum: [is] } },
});

/** Each property judges some values in a time that grows out of all bounds, if it is done as it is written. */
const NOTE = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', readOnly: true },
    words: { type: 'string', pattern: '^(\\w+\\s?)+$' },
    // RE2 has no looking ahead.
    seen: { type: 'string', pattern: '^(?=(\\w+\\s?)+$)' },
    link: { type: 'string', format: 'url' },
    numbers: { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    tree: { $ref: '#/components/schemas/Expression' },
    shape: {
      anyOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'array', items: { type: 'boolean' } },
      ],
    },
  },
};

const nested = (depth: number, inner: unknown): unknown =>
  Array.from({ length: depth }).reduce((of) => ({ of: [of], is: 'or' }), inner);

const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['words', `${'a'.repeat(60)}!`, 'must be a text that matches ^(\\w+\\s?)+$, not'],
  ['seen', `${'a'.repeat(60)}!`, 'must be a text that matches ^(?=(\\w+\\s?)+$), and is seen to in a moment, not'],
  ['link', `http://${':'.repeat(500_000)}`, 'must be a text in the format url, not'],
  ['numbers', [...Array(50_000).keys(), 7], 'must be an array without duplicates, not'],
  ['tree', nested(25, 'x'), 'tree.of[0].of[0]'],
  ['shape', Array(9000).fill('x'), 'The field "shape" must be what a schema of its anyOf accepts, not'],
];

describe('a document of which some values could be judged for hours', () => {
  let mock: StartedMock;
  const send = (method: string, path: string, body: object) =>
    fetch(mock.baseUrl + path, {
      method,
      headers: { authorization: 'Bearer demo-enterprise', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const post = (body: object) => send('POST', '/notes', body);

  beforeAll(async () => {
    const document = editedDocument((draft) => {
      draft.components.schemas.Expression = { oneOf: [operation('and'), operation('or'), { type: 'integer' }] };
      resourceAt(draft, '/notes', NOTE);
      const parameters = ['id', 'a', 'b', 'c', 'd'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      }));
      const get = { responses: { 200: { description: 'Done.' } } };
      draft.paths['/notes/{id}-{a}-{b}-{c}-{d}.json'] = { parameters, get };
    });
    mock = await startMock({ document, fixtures: 'none', planLimits: false });
  });
  afterAll(() => mock.close());

  test.each(REFUSED)('%s: a value that does not fit is refused, and says why', async (name, value, why) => {
    const response = await post({ [name]: value });
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining(why),
    ]);
  });

  test('values that fit are stored, as large and as deep as those', async () => {
    const fitting = {
      words: 'as many words as one likes '.repeat(1000),
      seen: 'a few words',
      link: `https://www.example.com/${'path/'.repeat(1000)}`,
      numbers: [...Array(10_000).keys()],
      tree: nested(25, 7),
    };
    let response = await post(fitting);
    // The time for matching that the text before has used up comes back within a second.
    await until(async () => {
      if (response.status !== 201) response = await post(fitting);
      return response.status === 201;
    });
    expect(await response.json()).toEqual({ id: 1, ...fitting });
  });

  test('so is a value that only the record itself is judged by; one that does not fit there is left out', async () => {
    const { id } = (await (await post({ words: 'a' })).json()) as { id: number };
    const fitting = await send('PATCH', `/notes/${id}`, { tree: nested(25, 7) });
    expect([fitting.status, await fitting.json()]).toEqual([200, { id, words: 'a', tree: nested(25, 7) }]);
    const other = await send('PATCH', `/notes/${id}`, { tree: nested(25, 'x') });
    const text = await other.text();
    expect([other.status, text.includes('"of":[]'), text.includes('"x"')]).toEqual([200, true, false]);
  });

  test('a path of which a template could be read in very many ways is none of its paths', async () => {
    const { status } = await fetch(`${mock.baseUrl}/notes/${'-'.repeat(15_000)}`);
    // It is an id, and the request has no key.
    expect(status).toBe(401);
    const other = await fetch(`${mock.baseUrl}/notes/7-${'-'.repeat(15_000)}.txt/more`);
    expect(other.status).toBe(404);
  });

  test('other clients are answered while many of them come', async () => {
    let isOver = false;
    const hostile = Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const [name, value] = REFUSED[index % 2] ?? [];
        return (await post({ [String(name)]: `${value}${index}!` })).status;
      }),
    ).finally(() => {
      isOver = true;
    });
    const others: number[] = [];
    do {
      const { status } = await fetch(`${mock.baseUrl}/pets?limit=1`, {
        headers: { authorization: 'Bearer demo-enterprise' },
      });
      others.push(status);
    } while (!isOver);
    expect(await hostile).toEqual(Array(30).fill(400));
    expect(new Set(others)).toEqual(new Set([200]));
  });
});
