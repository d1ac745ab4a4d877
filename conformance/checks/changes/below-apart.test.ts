import { gives, inPath, judgedByOne, takes, textsOf } from '../../testing/small-server';
import { belowApart } from './below-apart';

const [BOX, COIN] = [textsOf('id', 'label'), textsOf('id', 'mint')];

/** Coins in boxes, which are listed and changed, and not read by themselves. */
const PATHS = {
  '/boxes': {
    get: gives(200, { type: 'array', items: BOX }),
    post: { ...takes(textsOf('label')), ...gives(201, BOX) },
  },
  '/boxes/{boxId}': { parameters: [inPath('boxId')], get: gives(200, BOX, 404) },
  '/boxes/{boxId}/coins': {
    parameters: [inPath('boxId')],
    get: gives(200, { type: 'array', items: COIN }, 404),
    post: { ...takes(textsOf('mint')), ...gives(201, COIN, 404) },
  },
  '/boxes/{boxId}/coins/{coinId}': {
    parameters: [inPath('boxId'), inPath('coinId')],
    patch: { ...takes(textsOf('mint')), ...gives(200, COIN, 404) },
  },
};

/** @param anywhere whether a coin is changed through any box */
async function judged(anywhere: boolean) {
  const boxes: { id: string; label: unknown }[] = [];
  const coins: { boxId: string; coin: { id: string; mint: unknown } }[] = [];
  const { cells, findings } = await judgedByOne(belowApart, PATHS, ({ method, steps, sent }) => {
    const [, boxId, below, coinId] = steps;
    const id = `x${boxes.length}-${coins.length}`;
    if (boxId === undefined) {
      if (method === 'GET') return [200, boxes];
      boxes.push({ id, label: sent.label });
      return [201, boxes.at(-1)];
    }
    const box = boxes.find((one) => one.id === boxId);
    if (box === undefined) return [404];
    if (below === undefined) return [200, box];
    if (coinId !== undefined) {
      const found = coins.find(({ coin, ...one }) => coin.id === coinId && (anywhere || one.boxId === boxId));
      if (found === undefined) return [404];
      found.coin.mint = sent.mint;
      return [200, found.coin];
    }
    if (method === 'GET') return [200, coins.filter((one) => one.boxId === boxId).map(({ coin }) => coin)];
    const coin = { id, mint: sent.mint };
    coins.push({ boxId, coin });
    return [201, coin];
  });
  expect(cells.map(({ outcome }) => outcome)).toEqual([anywhere ? 'fail' : 'pass']);
  return findings.map(({ expected }) => expected);
}

test('what is changed below another record is seen in the list of its own, where nothing reads it', async () => {
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual([expect.stringContaining('as it was: it lies below another')]);
});
