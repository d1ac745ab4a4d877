import { servedEach } from '../testing/adapters';
import { body, documentOf, done, object, TEXT } from '../testing/asking';

const PROBLEM = object({ detail: TEXT, request_id: TEXT }, 'detail', 'request_id');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const named = (status: number, schema: object) => {
  const replies: Record<number, object> = done(status, schema);
  return { [status]: { ...replies[status], headers: { 'X-Request-Id': { required: true, schema: TEXT } } } };
};
const LOGIN = object({ user: TEXT, password: { ...TEXT, minLength: 12, writeOnly: true } }, 'user', 'password');
const document = documentOf({
  '/logins': { post: { requestBody: body(LOGIN), responses: { ...named(201, LOGIN), ...named(400, PROBLEM) } } },
});

const options = () => ({ document, planLimits: false, checkReplies: true });

describe.each(servedEach(options))('what a reply tells of its request %s', (_, start) => {
  let served: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.close());

  const login = (password: string) =>
    served.ask(`${served.baseUrl}/logins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ann', password }),
    });

  test('an id that no other has, the same in its header and its error', async () => {
    const replies = [await login('too short'), await login('too short'), await login('long enough for it')];
    const ids = replies.map(({ headers }) => headers.get('x-request-id'));
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 201]);
    expect(ids).toEqual([0, 1, 2].map(() => expect.stringMatching(UUID)));
    expect(new Set(ids).size).toBe(3);
    expect(JSON.parse((await replies[0]?.text()) ?? '').request_id).toBe(ids[0]);
  });

  test('nothing of a secret that came with it', async () => {
    const text = await (await login('too short')).text();
    expect(text).toContain('must be at least 12 characters long, not the one given');
    expect(text).not.toContain('too short');
  });
});
