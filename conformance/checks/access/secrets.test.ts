import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { secretsLater } from './secrets';

const LETTER = textsOf('id', 'boxId', 'title');
const BOX = {
  ...textsOf('id', 'label'),
  properties: { id: TEXT, label: TEXT, letters: { type: 'array', items: LETTER } },
};
const SENT = { ...textsOf('title', 'code'), properties: { title: TEXT, code: { ...TEXT, writeOnly: true } } };

/** Letters in boxes, which show their letters where that is asked for. */
const PATHS = {
  // This `code` is for all to see: the name alone tells nothing.
  '/motto': { get: gives(200, textsOf('code')) },
  '/boxes': {
    get: gives(200, { type: 'array', items: BOX }),
    post: { ...takes(textsOf('label')), ...gives(201, BOX) },
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
      ...gives(200, BOX, 404),
    },
  },
  '/boxes/{boxId}/letters': {
    parameters: [inPath('boxId')],
    get: gives(200, { type: 'array', items: LETTER }, 404),
    post: { ...takes(SENT), ...gives(201, LETTER, 404) },
  },
};

/** @param shown whether a box shows its letters with their codes */
async function judged(shown: boolean) {
  const boxes = new Map<string, object>();
  const letters: { id: string; boxId: string; title: unknown; code: unknown }[] = [];
  const open = ({ code: _, ...letter }: (typeof letters)[number]) => letter;
  const { cells, findings } = await judgedByOne(secretsLater, PATHS, ({ method, steps, query, sent }) => {
    const [top, boxId, below] = steps;
    const id = `x${boxes.size}-${letters.length}`;
    if (top === 'motto') return [200, { code: 'Always.' }];
    if (boxId === undefined) {
      if (method === 'GET') return [200, [...boxes.values()]];
      boxes.set(id, { id, label: sent.label });
      return [201, boxes.get(id)];
    }
    const box = boxes.get(boxId);
    if (box === undefined) return [404];
    const own = letters.filter((one) => one.boxId === boxId);
    if (below === undefined) return [200, query.has('embed') ? { ...box, letters: shown ? own : own.map(open) } : box];
    if (method === 'GET') return [200, own.map(open)];
    const letter = { id, boxId, title: sent.title, code: sent.code };
    letters.push(letter);
    return [201, open(letter)];
  });
  expect(cells.map(({ outcome }) => outcome)).toEqual([shown ? 'fail' : 'pass']);
  return findings.map(({ actual }) => actual);
}

test('what was sent in confidence is looked for where a record above shows the new one, too', async () => {
  expect(await judged(false)).toEqual([]);
  expect(await judged(true)).toEqual(['the code that was sent, in /letters/0/code']);
});
