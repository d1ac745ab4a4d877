import { servedEach } from '../../testing/adapters';
import { arrayOf, body, documentOf, done, idsIn, inQuery, NONE, object, ref, TEXT } from '../../testing/asking';

const instant = { ...TEXT, format: 'date-time' };
const ID = { ...TEXT, format: 'uuid', readOnly: true };
const schemas = {
  Job: object(
    {
      id: ID,
      status: { ...TEXT, enum: ['succeeded', 'failed', 'running', 'pending'] },
      progress: { type: 'integer' },
      created_at: instant,
      finished_at: instant,
    },
    ...['id', 'status'],
  ),
  Import: object(
    {
      id: ID,
      file: TEXT,
      state: { ...TEXT, enum: ['queued', 'done'], readOnly: true },
      createdAt: { ...instant, readOnly: true },
    },
    'id',
    'file',
    'state',
  ),
};
const accepted = (schema: object, location: object = {}) => ({
  202: { ...done(202, schema)[202], headers: { Location: { schema: TEXT, ...location } } },
});
const text = idsIn('{id}', TEXT);
const PATHS = {
  '/jobs': { get: { responses: done(200, arrayOf(ref('Job'))) } },
  '/jobs/{id}': { parameters: text, get: { responses: { ...done(200, ref('Job')), ...NONE } } },
  '/exports': { post: { responses: accepted(object({ job_id: TEXT }, 'job_id'), { example: '/jobs/7' }) } },
  '/imports': {
    get: {
      parameters: [inQuery('state', { ...TEXT, enum: ['queued', 'done'] })],
      responses: done(200, arrayOf(ref('Import'))),
    },
    post: { requestBody: body(object({ file: TEXT }, 'file')), responses: accepted(ref('Import')) },
  },
  '/imports/{id}': { parameters: text, get: { responses: { ...done(200, ref('Import')), ...NONE } } },
};
const options = () =>
  ({ document: documentOf(PATHS, { components: { schemas } }), fixtures: 'none', checkReplies: true }) as const;

describe.each(servedEach(options))('work that is promised by a 202 %s', (_, start) => {
  let served: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.close());

  const ask = async (method: string, path: string, sent?: object) => {
    const content = sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
    const reply = await served.ask(served.baseUrl + path, { method, ...content });
    const said = await reply.text();
    return { status: reply.status, location: reply.headers.get('location') ?? '', body: said && JSON.parse(said) };
  };
  const setClock = async (instant: string) => {
    for (const change of [{ action: 'freeze' }, { action: 'set', instant }])
      expect((await ask('PUT', '/__admin/clock', change)).status).toBe(200);
  };

  test('has a record at its Location, which is done some time later by the clock of the world', async () => {
    await setClock('2026-01-01T00:00:00Z');
    const { status, location, body: told } = await ask('POST', '/exports');
    expect({ status, location }).toEqual({ status: 202, location: `/jobs/${told.job_id}` });
    const pending = { id: told.job_id, status: 'pending', progress: 0, created_at: '2026-01-01T00:00:00.000Z' };
    expect((await ask('GET', location)).body).toEqual(pending);
    await setClock('2026-01-01T00:00:05Z');
    const over = { ...pending, status: 'succeeded', progress: 100, finished_at: '2026-01-01T00:00:02.000Z' };
    expect((await ask('GET', location)).body).toEqual(over);
    expect((await ask('GET', '/jobs')).body).toEqual([over]);
  });

  test('may be what the operation makes', async () => {
    await setClock('2026-01-01T00:00:00Z');
    const { status, location, body: made } = await ask('POST', '/imports', { file: 'a' });
    expect({ status, location }).toEqual({ status: 202, location: `/imports/${made.id}` });
    expect(made).toMatchObject({ file: 'a', state: 'queued' });
    expect((await ask('GET', location)).body).toEqual(made);
    const listed = async () =>
      Promise.all(['queued', 'done'].map(async (state) => (await ask('GET', `/imports?state=${state}`)).body));
    expect(await listed()).toEqual([[made], []]);
    await setClock('2026-01-01T00:00:05Z');
    const over = { ...made, state: 'done' };
    expect((await ask('GET', location)).body).toEqual(over);
    expect(await listed()).toEqual([[], [over]]);
  });
});
