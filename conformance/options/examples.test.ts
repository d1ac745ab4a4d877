import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadContract } from '../../openapi/contract';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { listen } from '../../tools/selftest/server/server';
import { withGivenMembers } from '../requests/bodies/given';
import { fileIn } from '../requests/files';
import { runHere } from '../testing/command';
import { libraryContract, operationOf } from '../testing/contract';
import { examplesIn, readExamples, withBodies } from './examples';

test('parameters of path and query and members of bodies can be named, each for its operation', async () => {
  const { given, examplesGiven } = readExamples(
    [
      { operation: 'getBook', property: 'bookId', value: 7 },
      { operation: 'listBooks', property: 'limit', value: 5 },
      { operation: 'addBook', property: 'title', value: 1984 },
      { operation: 'addBook', property: 'title', value: 'Emma' },
    ],
    await libraryContract(),
  );
  expect([...given]).toEqual([
    ['getBook bookId', [7]],
    ['listBooks limit', [5]],
    // What is no value of the schema is the text that it was written as.
    ['addBook title', ['1984', 'Emma']],
  ]);
  // A path's parameter is of its operation alone.
  expect([...examplesGiven.keys()]).toEqual(['limit', 'title']);
});

test('what lies within a member stands wherever a body has that member', async () => {
  const addBook = operationOf(await libraryContract(), 'addBook');
  const given = new Map([
    ['addBook place.room', [3]],
    ['addBook authors.name', ['Austen']],
    ['getBook place.shelf', ['other']],
  ]);
  expect(
    withGivenMembers(given, addBook, { title: 'Emma', place: { room: 1, shelf: 'A' }, authors: [{}, { name: 'X' }] }),
  ).toEqual({
    title: 'Emma',
    place: { room: 3, shelf: 'A' },
    authors: [{ name: 'Austen' }, { name: 'Austen' }],
  });
  // The contract has no such member to make.
  expect(withGivenMembers(new Map([['addBook place.room', [3]]]), addBook, { title: 'Emma' })).toEqual({
    title: 'Emma',
  });
});

test.each([
  [{ operation: 'noSuch', property: 'a', value: 1 }, /no operation "noSuch"; none of the 19 known names is like it$/],
  [
    { operation: 'noSuch', property: 'a', value: 1, place: 'FILE#/example' },
    /^FILE#\/example noSuch\.a: the contract has no/,
  ],
  [
    { operation: 'addBook', property: 'colour', value: 1 },
    /addBook has no parameter or property "colour"; it has .*title/,
  ],
  [
    { operation: 'getBook', property: 'bookId', value: null },
    /getBook\.bookId: null breaks the contract: it must be .*, not null$/,
  ],
])('what the contract does not have is refused: %j', async (example, message) => {
  const contract = await libraryContract();
  expect(() => readExamples([example], contract)).toThrow(message);
});

const folder = temporaryFolder();
const fileOf = (name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

const ITEM = {
  type: 'object',
  required: ['sku', 'count'],
  properties: { sku: { type: 'string' }, count: { type: 'integer' } },
};
const ORDER = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    kind: { type: 'string' },
    items: { type: 'array', items: ITEM },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    limits: { type: 'object', additionalProperties: { type: 'object', properties: { most: { type: 'integer' } } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const FILE = { type: 'string', format: 'binary' };
const PHOTO = { type: 'object', properties: { image: FILE, more: { type: 'array', items: FILE } } };
const orders = fileOf('orders.json', {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'addOrder',
        parameters: [
          { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
          { name: 'X-Team', in: 'header', schema: { type: 'integer' } },
          { name: 'region', in: 'cookie', required: true, schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: ORDER } } },
        responses: { 201: { description: 'Made.' }, 400: { description: 'Refused.' } },
      },
    },
    '/note': {
      put: {
        operationId: 'setNote',
        requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } },
        responses: { 204: { description: 'Done.' }, 400: { description: 'Refused.' } },
      },
    },
    '/photos': {
      post: {
        operationId: 'addPhoto',
        requestBody: { content: { 'multipart/form-data': { schema: PHOTO } } },
        responses: { 201: { description: 'Made.' } },
      },
    },
    '/comments': {
      post: {
        operationId: 'addComment',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['body'], properties: { body: { type: 'string' } } },
            },
          },
        },
        responses: { 201: { description: 'Made.' } },
      },
    },
  },
});

type Assignment = readonly [operation: string, property: string, value: unknown];

const read = async (...assignments: readonly Assignment[]) => {
  const contract = await loadContract(orders);
  const examples = assignments.map(([operation, property, value]) => ({ operation, property, value }));
  return { contract, ...readExamples(examples, contract) };
};

test('headers whatever their case, cookies, and what lies within arrays and maps can be named', async () => {
  const { given, examplesGiven } = await read(
    ['addOrder', 'x-tenant', 7],
    ['addOrder', 'region', 'eu'],
    ['addOrder', 'items[0].sku', 'A-1'],
    ['addOrder', 'labels.env', 'prod'],
    ['addOrder', 'limits.cpu.most', 3],
  );
  expect([...given]).toEqual([
    ['addOrder X-Tenant', ['7']],
    ['addOrder region', ['eu']],
    ['addOrder items.sku', ['A-1']],
    ['addOrder labels.env', ['prod']],
    ['addOrder limits.cpu.most', [3]],
  ]);
  // Headers say nothing of properties.
  expect([...examplesGiven.keys()]).toEqual([]);
});

test('a body that is to have all that was named is given what it lacks, on the way to it too', async () => {
  const { contract, given } = await read(
    ['addOrder', 'kind', 'AVRO'],
    ['addOrder', 'items.sku', 'A-1'],
    ['addOrder', 'limits.cpu.most', 3],
  );
  const addOrder = operationOf(contract, 'addOrder');
  const body = withGivenMembers(given, addOrder, { title: 'one' });
  expect(body).toEqual({
    title: 'one',
    kind: 'AVRO',
    items: [{ sku: 'A-1', count: expect.any(Number) }],
    limits: { cpu: { most: 3 } },
  });
  // What a check has chosen itself stays.
  expect(withGivenMembers(given, addOrder, { title: 'one', kind: 'JSON' })).toMatchObject({ kind: 'JSON' });
});

test('a whole body is the first example of its operation: as JSON, of a file, and as the text that it is', async () => {
  const of = async (...assignments: readonly Assignment[]) => {
    const { contract, ...examples } = await read(...assignments);
    return (id: string) => {
      const { body } = operationOf(withBodies(contract, examples), id);
      return body?.content.flatMap((media) => media.examples.map(({ value }) => value));
    };
  };
  const whole = { title: 'one', more: [1] };
  const bodies = await of(
    ['addOrder', 'body', whole],
    ['addOrder', 'body', `@${fileOf('order.yaml', 'title: two')}`],
    ['setNote', 'body', `@${fileOf('note.txt', '{"a note"')}`],
    ['addComment', 'body', 'a member of that name'],
    ['addComment', 'body', { body: 'whole' }],
  );
  expect(['addOrder', 'setNote', 'addComment'].map(bodies)).toEqual([
    [whole, { title: 'two' }],
    ['{"a note"'],
    [{ body: 'whole' }],
  ]);
});

test('a file to upload goes under its own name, with the type of its ending', async () => {
  const gif = fileOf('x.gif', 'GIF89a');
  const { given } = await read(['addPhoto', 'image', `@${gif}`], ['addPhoto', 'more', `@${gif}`]);
  const [[image], [more]] = [given.get('addPhoto image') ?? [], given.get('addPhoto more') ?? []];
  expect(fileIn(String(image))).toEqual({ name: 'x.gif', type: 'image/gif', text: 'GIF89a' });
  expect(more).toEqual([image]);
  const png = join(folder, 'x.png');
  writeFileSync(png, Buffer.from([0x89, 0x50]));
  await expect(read(['addPhoto', 'image', `@${png}`])).rejects.toThrow(/x\.png is no text in UTF-8/);
});

test('a file of values has them by operation, in JSON or YAML; of an array each is one, unless the place takes the array', async () => {
  const yaml =
    'addOrder:\n  X-Tenant: a\n  X-Team: null\n  title: [one, two]\n  tags: [x, y]\n  body: {title: three}\n';
  const contract = await loadContract(orders);
  const { given, bodies } = readExamples(examplesIn(fileOf('values.yaml', yaml)), contract);
  expect([...given]).toEqual([
    ['addOrder X-Tenant', ['a']],
    ['addOrder title', ['one', 'two']],
    ['addOrder tags', [['x', 'y']]],
  ]);
  expect([...bodies.values()]).toEqual([[{ title: 'three' }]]);
  const none = examplesIn(fileOf('none.json', { addOrder: { title: [] } }));
  expect(() => readExamples(none, contract)).toThrow(/none\.json addOrder\.title: an empty array names no value$/);
});

test('a whole report stands for the values that it has to fill in', async () => {
  const reach = { operations: [], examples: { addOrder: { title: 'one', kind: null } } };
  const { given } = readExamples(
    examplesIn(fileOf('report-to-fill.json', { verdict: 'pass', reach })),
    await loadContract(orders),
  );
  expect([...given]).toEqual([['addOrder title', ['one']]]);
});

test.each([
  [
    '{"addOrder": {"colour": 1}}',
    /values addOrder\.colour: addOrder has no parameter or property "colour"; it has X-Tenant, X-Team, region, title, .*tags, and the whole body as "body"/,
  ],
  [
    '{"addOrder": {"Authorization": "x"}}',
    /no parameter or property "Authorization".*give Authorization and the like with --header/,
  ],
  [
    '{"addOrder": {"body": {"title": 1}}}',
    /values addOrder\.body: \{"title":1\} breaks the contract: the field "title" must be a string, not 1$/,
  ],
  ['{"addOrder": {"body": "{\\"title\\":"}}', /breaks the contract: it is not JSON: /],
  ['{"addOrder": {"body": "@nowhere.json"}}', /values addOrder\.body: the file .*nowhere\.json can't be read: /],
  [
    '{"addOrdr": {"title": 1}}',
    /values addOrdr\.title: the contract has no operation "addOrdr"; did you mean "addOrder"\?/,
  ],
  ['{"addOrder": 7}', /values addOrder: 7 is invalid\. Expected an object of values by the names/],
  ['[]', /values: \[\] is invalid\. Expected an object with a member for each operation/],
])('what is wrong in a file of values is refused with its place: %s', async (text, message) => {
  const contract = await loadContract(orders);
  expect(() => readExamples(examplesIn(fileOf('values', text)), contract)).toThrow(message);
});

/** A server that takes an order for a tenant that it knows alone, and of one kind, which its document does not tell. */
/** @param taken the status of an order that is taken */
const startOrders = (taken = 201) =>
  listen('', async (request, response) => {
    const { url = '', headers } = request;
    const body = await text(request);
    const isOrder = headers['x-tenant'] === 'acme' && headers['x-team'] === '12' && headers.cookie === 'region=eu';
    const isTaken = {
      '/orders': isOrder && body.includes('"kind":"AVRO"'),
      '/note': body === 'To whom it may concern',
      '/photos': true,
      '/comments': true,
    }[url];
    const status = url === '/note' ? 204 : url === '/orders' ? taken : 201;
    response.writeHead(isTaken === true ? status : 400).end();
  });

test('by flags, a file of values and the configuration file a run reaches what wants just these values', async () => {
  const server = await startOrders();
  mkdirSync(join(folder, 'configured'));
  fileOf('configured/note.txt', 'To whom it may concern');
  fileOf('configured/values.json', { addOrder: { region: 'eu', 'X-Team': 12 } });
  const config = fileOf('configured/my.json', {
    examples: 'values.json',
    perOperation: { setNote: { example: { body: '@note.txt' } } },
  });
  const base = ['--base-url', server.baseUrl, '--document', orders, '--checks', 'input.accepted'];
  const flags = ['--config', config, '--example', 'addOrder.X-Tenant=acme', '--example', 'addOrder.kind=AVRO'];
  const without = await runHere(base);
  const judged = await runHere([...base, ...flags]);
  await server.close();
  expect(without.stdout).toMatch(/Reached 2 of 4 operations/);
  expect(judged.stdout).toMatch(/^PASS: 0 violations, 0 warnings, 0 inconclusive/m);
});

test('what shows with named values alone is shown again by the command under it and by replay; a secret stands in neither', async () => {
  const server = await startOrders(500);
  mkdirSync(join(folder, 'repeated'));
  const values = fileOf('repeated/values.json', { addOrder: { region: 'eu', 'X-Team': 12 } });
  fileOf('repeated/note.txt', 'To whom it may concern');
  const config = fileOf('repeated/my.json', { perOperation: { setNote: { example: { body: '@note.txt' } } } });
  const KEY = "it's-secret-1";
  const named = ['addOrder.X-Tenant=acme', 'addOrder.kind=AVRO', `addOrder.title=${KEY}`];
  const { code } = await runHere([
    ...['--base-url', server.baseUrl, '--document', orders, '--checks', 'input.accepted,reply.no-5xx'],
    ...['--config', config, '--examples', values, ...named.flatMap((one) => ['--example', one])],
    ...['--include', 'setNote', '--api-key', KEY, '--report', 'json', '--report-dir', folder],
  ]);
  const record = join(folder, 'report.json');
  const { settings, violations } = JSON.parse(readFileSync(record, 'utf8'));
  const note = `@${join(folder, 'repeated/note.txt')}`;
  expect([code, settings]).toEqual([
    1,
    expect.objectContaining({
      example: [...named.slice(0, 2), 'addOrder.title=$ANIMAL_STORE_API_KEY', `setNote.body=${note}`],
      examples: values,
      include: ['setNote'],
    }),
  ]);
  const [{ replay }] = violations;
  expect(replay).toContain(
    ` --example addOrder.X-Tenant=acme --example addOrder.kind=AVRO --example addOrder.title="$ANIMAL_STORE_API_KEY" --example setNote.body=${note} --examples ${values} --include setNote`,
  );
  const again = await runHere(replay.replaceAll('"', '').split(' ').slice(2));
  const replayed = await runHere(['replay', record, '1', '--max-requests', '40']);
  await server.close();
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('VIOLATION')]);
  expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringMatching(/^1\. .*: still shows/)]);
});
