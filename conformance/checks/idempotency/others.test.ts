import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { idempotencyKeys } from './keys';

const text = { type: 'string' };
const kind = { ...text, enum: ['orders', 'clients'] };
const state = { ...text, enum: ['sent'] };

/** Exports of records in a state: clients are never sent. */
function documentOf(members: object) {
  const json = (schema: object, example?: object) => ({
    'application/json': { schema, ...(example && { example }) },
  });
  const made = { type: 'object', properties: { id: { type: 'integer' }, ...members } };
  const example = Object.fromEntries(Object.keys(members).map((name) => [name, name === 'kind' ? 'orders' : 'sent']));
  const key = { name: 'Idempotency-Key', in: 'header', schema: { ...text, minLength: 8 } };
  return {
    openapi: '3.1.0',
    info: { title: 'Exports', version: '1' },
    paths: {
      '/exports': {
        post: {
          operationId: 'createExport',
          description: 'The same key with the same body gives the first reply again. With another body it is a 409.',
          parameters: [key],
          requestBody: {
            required: true,
            content: json({ type: 'object', required: Object.keys(members), properties: members }, example),
          },
          responses: {
            201: { description: 'Made.', content: json(made) },
            409: { description: 'The key was used with another body.' },
            422: { description: 'The body is wrong.' },
          },
        },
      },
    },
  };
}

/** What is said of a server that refuses another body under a known key by a status. */
async function found(members: object, status: number): Promise<readonly string[]> {
  const known = new Map<string, { readonly body: string; readonly id: number }>();
  const server = await listen('', async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks).toString();
    const key = String(request.headers['idempotency-key'] ?? Math.random());
    const before = known.get(key);
    const sent = JSON.parse(body) as Record<string, unknown>;
    const answer = (code: number, made: object = {}): void =>
      void response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(made));
    // The body is looked at before the key.
    if (sent.kind === 'clients' && sent.state === 'sent') return answer(422);
    if (before !== undefined && before.body !== body) return answer(status);
    const id = before?.id ?? known.size + 1;
    known.set(key, { body, id });
    answer(201, { id, ...sent });
  });
  try {
    const contract = await contractOf(documentOf(members));
    const quiet = { onProgress: () => {}, onWait: () => {} };
    const { findings } = await run(contract, [idempotencyKeys], optionsFor(server.baseUrl), quiet);
    return findings.filter(({ outcome }) => outcome === 'fail').map(({ actual }) => actual);
  } finally {
    await server.close();
  }
}

test('another body under a known key is refused by the status of that', async () => {
  expect(await found({ kind }, 409)).toEqual([]);
  expect(await found({ kind }, 422)).toEqual(['the status 422']);
});

test('one that is refused by itself may be refused for that', async () => {
  expect(await found({ kind, state }, 409)).toEqual([]);
});
