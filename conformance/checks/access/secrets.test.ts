import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { secretsLater } from './secrets';

const TEXT = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (status: number, schema: object) => ({
  responses: { [status]: { description: 'Done.', ...json(schema) }, 404: { description: 'There is none.' } },
});
const record = (properties: object, ...required: readonly string[]) => ({ type: 'object', required, properties });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: TEXT });
const LETTER = record({ id: TEXT, boxId: TEXT, title: TEXT }, 'id', 'boxId', 'title');
const BOX = record({ id: TEXT, label: TEXT, letters: { type: 'array', items: LETTER } }, 'id', 'label');
const SENT = record({ title: TEXT, code: { ...TEXT, writeOnly: true } }, 'title', 'code');
// Another `code` is for all to see: the name alone tells nothing.
const OPEN = record({ code: TEXT }, 'code');

/** Letters in boxes, which show their letters where that is asked for. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/motto': { get: gives(200, OPEN) },
    '/boxes': {
      get: gives(200, { type: 'array', items: BOX }),
      post: { requestBody: { required: true, ...json(record({ label: TEXT }, 'label')) }, ...gives(201, BOX) },
    },
    '/boxes/{boxId}': {
      parameters: [inPath('boxId')],
      get: {
        parameters: [
          {
            name: 'embed',
            in: 'query',
            description: 'Shows the letters of the box as well.',
            schema: { type: 'array', items: { type: 'string', enum: ['letters'] } },
            ...{ style: 'form', explode: false },
          },
        ],
        ...gives(200, BOX),
      },
    },
    '/boxes/{boxId}/letters': {
      parameters: [inPath('boxId')],
      get: gives(200, { type: 'array', items: LETTER }),
      post: { requestBody: { required: true, ...json(SENT) }, ...gives(201, LETTER) },
    },
  },
};

/** @param shown whether a box shows its letters with their codes */
async function judged(shown: boolean) {
  const boxes = new Map<string, { id: string; label: string }>();
  const letters: { id: string; boxId: string; title: string; code: string }[] = [];
  const open = ({ code: _, ...letter }: (typeof letters)[number]) => letter;
  const server = await listen('', async (request, response) => {
    const say = (status: number, body: unknown = {}) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, top, boxId, below] = pathname.split('/');
    const sent = text === '' ? {} : JSON.parse(text);
    const id = `x${boxes.size}-${letters.length}`;
    if (top === 'motto') return say(200, { code: 'Always.' });
    if (boxId === undefined) {
      if (request.method === 'GET') return say(200, [...boxes.values()]);
      boxes.set(id, { id, label: sent.label });
      return say(201, boxes.get(id));
    }
    const box = boxes.get(boxId);
    if (box === undefined) return say(404);
    const own = letters.filter((one) => one.boxId === boxId);
    if (below === undefined)
      return say(200, searchParams.has('embed') ? { ...box, letters: shown ? own : own.map(open) } : box);
    if (request.method === 'GET') return say(200, own.map(open));
    const letter = { id, boxId, title: sent.title, code: sent.code };
    letters.push(letter);
    return say(201, open(letter));
  });
  const options = optionsFor(server.baseUrl, { checks: ['secrets.later'] });
  const { cells, findings } = await run(await contractOf(DOCUMENT), [secretsLater], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  expect(cells.map(({ outcome }) => outcome)).toEqual([shown ? 'fail' : 'pass']);
  return findings.map(({ actual }) => actual);
}

test('what was sent in confidence is looked for where a record above shows the new one, too', async () => {
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual(['the code that was sent, in /letters/0/code']);
});
