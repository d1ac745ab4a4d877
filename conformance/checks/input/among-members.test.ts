import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { inputRefused } from './refused';

/** A server of frames, of which a cylinder has an axis and comes with no code, that refuses some of what is sent. */
async function judged(isGood: (sent: Readonly<Record<string, unknown>>) => boolean): Promise<readonly string[]> {
  const frame = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      ...{ id: { ...TEXT, readOnly: true }, name: TEXT, axis: { type: 'integer', minimum: 0, maximum: 180 } },
      cylinder: { type: 'number', description: 'Given if and only if `axis` is given.' },
      code: { ...TEXT, description: 'Not allowed together with `axis`.' },
    },
  };
  const paths = {
    '/frames': {
      post: { ...takes(frame), ...gives(201, frame, 422) },
      get: gives(200, { type: 'array', items: frame }),
    },
    '/frames/{id}': { parameters: [inPath('id')], get: gives(200, frame, 404) },
  };
  let count = 0;
  const { findings } = await judgedByOne(inputRefused, paths, ({ method, steps, sent }) => {
    if (method !== 'POST') return steps.length > 1 ? [404] : [200, []];
    const isTyped =
      typeof sent.name === 'string' &&
      (sent.axis === undefined ||
        (Number.isInteger(sent.axis) && Number(sent.axis) >= 0 && Number(sent.axis) <= 180)) &&
      (sent.cylinder === undefined || typeof sent.cylinder === 'number') &&
      (sent.code === undefined || typeof sent.code === 'string');
    count += 1;
    return isTyped && isGood(sent) ? [201, { ...sent, id: `f${count}` }] : [422, {}];
  });
  return findings.map(({ key }) => key);
}

test('members are refused without those that words say they need, and with those that they exclude', async () => {
  const areBoth = ({ axis, cylinder }: Readonly<Record<string, unknown>>) =>
    (axis === undefined) === (cylinder === undefined);
  const areApart = ({ axis, code }: Readonly<Record<string, unknown>>) => axis === undefined || code === undefined;
  expect(await judged((sent) => areBoth(sent) && areApart(sent))).toEqual([]);
  expect(await judged((sent) => areApart(sent) && (sent.cylinder === undefined || sent.axis !== undefined))).toEqual([
    'with axis and without cylinder',
  ]);
  expect(await judged(areBoth)).toEqual(['with code and with axis']);
});
