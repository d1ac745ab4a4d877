import { request } from 'node:http';
import { until } from '../openapi/program/testing/until';
import { startCommand } from './testing/command';

const TOKEN = 'admin~s3cret+token';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A text with its escapes decoded as often as there are any. */
function plain(text: string): string {
  const decoded = text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\\\', '\\');
  return decoded === text ? text : plain(decoded);
}

/** What of a key or the token can be read in a text. */
const seenIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => plain(text).includes(secret) || text.includes(base64(`ann:${secret}`)));

/** Ways to write a secret where none is expected. */
const places = (secret: string) => {
  const percent = secret.replaceAll(/[^a-z0-9]/gi, encodeURIComponent).replaceAll('-', '%2D');
  const first = `%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;
  const json = `\\u00${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;
  const twice = percent.replaceAll('%', '%25');
  const targets = [
    ...[`/v1/${secret}`, `/v1/pets/${percent}`, `/v1/x${first}/${first}`, `/v1/pets/${twice};${secret}`],
    ...[
      `http://a/v1/${secret}?${secret}=1`,
      `/v1/pets?${secret}`,
      `/v1/pets?status=${secret}`,
      `/v1/pets?limit=${percent}`,
    ],
    ...[
      `/v1/pets?auth=Bearer+${secret}`,
      `/v1/pets?auth=Bearer%20${percent}`,
      `/v1/pets?a=Basic+${base64(`ann:${secret}`)}`,
    ],
    ...[`/v1/pets?__example=${secret}`, `/v1/pets?100%${secret}&%zz=${first}`, `/openapi.json?${secret}`],
  ];
  const headers = [
    { authorization: `Basic ${base64(`ann:${secret}`)}` },
    {
      'x-forwarded-uri': `/v1?k=${percent}`,
      referer: `http://a/${twice}?${secret}`,
      via: `Basic ${base64(`ann:${secret}`)}`,
    },
    { [`x-${secret.replaceAll('~', '')}`]: 'as a name', cookie: `a=${secret}`, prefer: `example=${secret}` },
    { 'content-type': `text/${secret}`, expect: secret },
  ];
  const bodies = [
    `{"name":"${json}","categoryId":"${secret}"}`,
    `{"${json}":1`,
    `{"name":"${percent}","categoryId":1,"status":"${secret}"}`,
  ];
  return { targets, headers, bodies };
};

test('no key and no token is seen in the log, the journal, the stream, lists, or errors', async () => {
  const mock = await startCommand(['--log', 'requests', '--check-replies', '--admin-token', TOKEN]);
  const { host, port } = new URL(mock.baseUrl);
  const admin = (path: string, body?: unknown) =>
    fetch(`http://${host}/__admin${path}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const shown: string[] = [];
  const send = (options: object, body = ''): Promise<void> =>
    new Promise((resolve) => {
      const sent = request({ host: '127.0.0.1', port, ...options }, (reply) => {
        reply
          .setEncoding('utf8')
          .on('data', (text: string) => void shown.push(text))
          .on('end', resolve);
      });
      sent.on('error', () => resolve());
      sent.end(body);
    });

  const name = 'about demo-pro and demo%2Dpro';
  const opened = (await (await admin('/sessions', { name, plans: 'unlimited' })).json()) as {
    id: string;
    name: string;
    apiKeys: { pro: string };
  };
  expect(opened.name).toBe('about hidden and hidden');
  const { pro } = opened.apiKeys;
  const secrets = ['demo-pro', 'demo-enterprise', 'demo-revoked', pro, TOKEN];
  const stream = await admin(`/sessions/${opened.id}/requests/stream`);
  const events = (async () => {
    for await (const chunk of stream.body ?? []) shown.push(Buffer.from(chunk).toString());
  })().catch(() => {});

  const authorization = `Bearer ${pro}`;
  for (const secret of secrets) {
    const { targets, headers, bodies } = places(secret);
    for (const path of targets) {
      await send({ path, headers: { authorization } });
      await send({ path });
    }
    for (const some of headers) await send({ path: '/v1/pets?limit=1', headers: { authorization, ...some } });
    for (const body of bodies) await send({ path: '/v1/pets', method: 'POST', headers: { authorization } }, body);
    await send({ path: `/__admin/${secret}?${secret}`, headers: { authorization: `Bearer ${TOKEN}` } });
    await send({ path: `/__admin/requests?x-${secret}=1`, headers: { authorization: `Bearer ${TOKEN}` } });
    const match = { headers: { authorization: `Bearer ${secret}`, cookie: 'a=b' }, path: `/pets/${secret}` };
    shown.push(await (await admin('/faults', { match, status: 503, text: `no ${secret}` })).text());
  }
  for (const world of ['', `/sessions/${opened.id}`]) {
    const all = (await (await admin(`${world}/requests/find`, {})).json()) as readonly object[];
    expect(all.length).toBeGreaterThan(60);
    shown.push(...all.map((entry) => JSON.stringify(entry)));
    for (const path of ['/requests?limit=50', '/faults']) shown.push(await (await admin(world + path)).text());
  }
  for (const path of ['/sessions', '/health']) shown.push(await (await admin(path)).text());
  await until(() => shown.some((text) => text.startsWith('id:')));

  expect(mock.stderr().split('\n').length).toBeGreaterThan(170);
  expect(shown.length).toBeGreaterThan(300);
  expect(
    mock
      .stderr()
      .split('\n')
      .filter((line) => seenIn(line, secrets).length > 0),
  ).toEqual([]);
  expect(shown.filter((text) => seenIn(text, secrets).length > 0)).toEqual([]);
  // A state has the rules as they are, so that it can be put back.
  const state = (await (await admin('/state')).json()) as { faults: readonly { rule: unknown }[] };
  expect(state.faults[0]?.rule).toEqual({
    match: { headers: { authorization: 'Bearer demo-pro', cookie: 'a=b' }, path: '/pets/demo-pro' },
    status: 503,
    text: 'no demo-pro',
  });
  await mock.stop();
  await events;
});
