import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { belowApart } from './below-apart';

const TEXT = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const record = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, TEXT])),
});
const gives = (status: number, schema: object) => ({
  responses: { [status]: { description: 'Done.', ...json(schema) }, 404: { description: 'There is none.' } },
});
const takes = (name: string) => ({ requestBody: { required: true, ...json(record(name)) } });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: TEXT });
const [BOX, COIN] = [record('id', 'label'), record('id', 'mint')];

/** Coins in boxes, which are listed and changed, and not read by themselves. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/boxes': {
      get: gives(200, { type: 'array', items: BOX }),
      post: { ...takes('label'), ...gives(201, BOX) },
    },
    '/boxes/{boxId}': { parameters: [inPath('boxId')], get: gives(200, BOX) },
    '/boxes/{boxId}/coins': {
      parameters: [inPath('boxId')],
      get: gives(200, { type: 'array', items: COIN }),
      post: { ...takes('mint'), ...gives(201, COIN) },
    },
    '/boxes/{boxId}/coins/{coinId}': {
      parameters: [inPath('boxId'), inPath('coinId')],
      patch: { ...takes('mint'), ...gives(200, COIN) },
    },
  },
};

/** @param anywhere whether a coin is changed through any box */
async function judged(anywhere: boolean) {
  const boxes: { id: string; label: string }[] = [];
  const coins: { id: string; boxId: string; mint: string }[] = [];
  const server = await listen('', async (request, response) => {
    const say = (status: number, body: unknown = {}) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const [, , boxId, below, coinId] = pathname.split('/');
    const sent = text === '' ? {} : JSON.parse(text);
    const id = `x${boxes.length}-${coins.length}`;
    if (boxId === undefined) {
      if (request.method === 'GET') return say(200, boxes);
      boxes.push({ id, label: sent.label });
      return say(201, boxes.at(-1));
    }
    const box = boxes.find((one) => one.id === boxId);
    if (box === undefined) return say(404);
    if (below === undefined) return say(200, box);
    const shown = ({ boxId: _, ...coin }: (typeof coins)[number]) => coin;
    if (coinId !== undefined) {
      const coin = coins.find((one) => one.id === coinId && (anywhere || one.boxId === boxId));
      if (coin === undefined) return say(404);
      coin.mint = sent.mint;
      return say(200, shown(coin));
    }
    if (request.method === 'GET') return say(200, coins.filter((one) => one.boxId === boxId).map(shown));
    const coin = { id, boxId, mint: sent.mint };
    coins.push(coin);
    return say(201, shown(coin));
  });
  const options = optionsFor(server.baseUrl, { checks: ['below.apart'] });
  const { cells, findings } = await run(await contractOf(DOCUMENT), [belowApart], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  expect(cells.map(({ outcome }) => outcome)).toEqual([anywhere ? 'fail' : 'pass']);
  return findings.map(({ expected }) => expected);
}

test('what is changed below another record is seen in the list of its own, where nothing reads it', async () => {
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual([expect.stringContaining('as it was: it lies below another')]);
});
