import { createHash } from 'node:crypto';
import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { jobsMoves } from './jobs';

test('a job that has ended is in that state at each further look', async () => {
  const JOB = {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: TEXT, state: { ...TEXT, enum: ['running', 'done'], readOnly: true } },
  };
  const paths = {
    '/jobs': { post: { ...takes({ type: 'object', properties: { kind: TEXT } }), ...gives(202, JOB) } },
    '/jobs/{id}': { parameters: [inPath('id')], get: gives(200, JOB, 404) },
    '/jobs/{id}/result': {
      parameters: [inPath('id')],
      get: { description: 'The result of a `done` job; before that 409.', ...gives(200, textsOf('row'), 404, 409) },
    },
  };
  /** @param seen the states that a job shows, look by look, and the last one from then on */
  const judged = async (seen: readonly string[]) => {
    const looks = new Map<string, number>();
    const { findings } = await judgedByOne(jobsMoves, paths, ({ method, steps: [, id = '', file] }) => {
      if (method === 'POST') {
        looks.set(`j${looks.size}`, 0);
        return [202, { id: `j${looks.size - 1}`, state: 'running' }];
      }
      const nth = looks.get(id);
      if (nth === undefined) return [404];
      if (file !== undefined) return seen.slice(0, nth).includes('done') ? [200, { row: 'a' }] : [409];
      looks.set(id, nth + 1);
      return [200, { id, state: seen[nth] ?? seen.at(-1) }];
    });
    return findings.map(({ expected }) => expected);
  };
  expect(await judged(['running', 'done'])).toEqual([]);
  expect(await judged(['running', 'done', 'running'])).toEqual(['state: "done", since it has ended']);
});

test('the rows of a file are those of its job: as many, in their order, with quotes, and of nobody else', async () => {
  const GUEST = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { ...TEXT, readOnly: true }, name: TEXT },
  };
  const asked = { kind: { ...TEXT, enum: ['guests'] }, format: { ...TEXT, enum: ['csv', 'ndjson'] } };
  const state = { ...TEXT, enum: ['running', 'done'], readOnly: true };
  const row_count = { type: 'integer', description: 'Rows in the file, the header not counted.' };
  const JOB = {
    type: 'object',
    required: ['id', 'state', 'row_count'],
    properties: {
      ...{ ...asked, id: TEXT, state, row_count },
      size: { type: 'integer', description: 'Size of the file in bytes.' },
      sha256: { ...TEXT, description: 'Checksum of the file in hex.' },
    },
  };
  const file = {
    description:
      'The file of a `done` job; before that 409. It has a header row: `id,name`; what has a comma is in quotes.',
    responses: {
      200: {
        description: 'One JSON object for each row, or a table.',
        content: { 'text/csv': {}, 'application/x-ndjson': {} },
      },
      409: { description: 'Not yet.' },
    },
  };
  const paths = {
    '/guests': { post: { ...takes(GUEST), ...gives(201, GUEST) }, get: gives(200, { type: 'array', items: GUEST }) },
    '/guests/{id}': { parameters: [inPath('id')], get: gives(200, GUEST, 404) },
    '/jobs': {
      post: {
        description: 'A row for each guest of your house, oldest first.',
        ...takes({ type: 'object', required: ['kind', 'format'], properties: asked }),
        ...gives(202, JOB),
      },
    },
    '/jobs/{id}': { parameters: [inPath('id')], get: gives(200, JOB, 404) },
    '/jobs/{id}/file': { parameters: [inPath('id')], get: file },
  };
  interface Row {
    readonly id: string;
    readonly name: unknown;
  }
  const cell = (value: unknown) =>
    /[,"]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  const table = (rows: readonly Row[]) => ['id,name', ...rows.map(({ id, name }) => `${id},${cell(name)}`)].join('\n');
  const lines = (rows: readonly Row[]) => rows.map((one) => JSON.stringify(one)).join('\n');
  const sumsOf = (text: string, size = Buffer.byteLength(text)) => ({
    size,
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  const judged = async (made: {
    readonly csv?: typeof table;
    readonly ndjson?: typeof table;
    readonly count?: number;
    readonly sums?: (text: string) => object;
  }) => {
    const guests: Row[] = [];
    const fileOf = ({ format, rows }: (typeof jobs)[number]) =>
      format === 'csv' ? (made.csv ?? table)(rows) : (made.ndjson ?? lines)(rows);
    const jobs: { readonly format: unknown; readonly rows: readonly Row[] }[] = [];
    const { findings } = await judgedByOne(jobsMoves, paths, ({ method, steps: [kind, id, part], sent }) => {
      if (kind === 'guests') {
        if (method === 'POST') guests.push({ id: `g${guests.length}`, name: sent.name });
        const one = guests.find((guest) => guest.id === id);
        return method === 'POST' ? [201, guests.at(-1)] : id === undefined ? [200, guests] : one ? [200, one] : [404];
      }
      if (method === 'POST') jobs.push({ format: sent.format, rows: [...guests] });
      const nth = method === 'POST' ? jobs.length - 1 : Number(id?.slice(1));
      const job = jobs[nth];
      if (job === undefined) return [404];
      const count = job.rows.length + (made.count ?? 0);
      if (part === undefined)
        return [
          method === 'POST' ? 202 : 200,
          {
            ...{ kind: 'guests', format: job.format, id: `j${nth}`, state: 'done', row_count: count },
            ...(made.sums?.(fileOf(job)) ?? sumsOf(fileOf(job))),
          },
        ];
      return [200, fileOf(job), job.format === 'csv' ? 'text/csv' : 'application/x-ndjson'];
    });
    return findings.map(({ key }) => key);
  };
  expect(await judged({})).toEqual([]);
  expect(await judged({ count: 1 })).toEqual(['row_count']);
  expect(await judged({ sums: (text) => ({ ...sumsOf(text), size: text.length - 1 }) })).toEqual(['size']);
  expect(await judged({ sums: (text) => sumsOf(text.slice(1), Buffer.byteLength(text)) })).toEqual(['sha256']);
  expect(await judged({ ndjson: (rows) => JSON.stringify(rows) })).toEqual(['lines']);
  expect(await judged({ csv: (rows) => `id,name\n${rows.map(({ id, name }) => `${id},${name}`).join('\n')}` })).toEqual(
    ['cells'],
  );
  expect(await judged({ csv: (rows) => table([{ id: 'x', name: 'X' }, ...rows.slice(1)]) })).toEqual([
    'a row of others',
  ]);
});
