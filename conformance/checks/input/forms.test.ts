import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { inputRefused } from './refused';

const form = (kind: string, members: Readonly<Record<string, object>>) => ({
  ...{ type: 'object', additionalProperties: false, required: ['kind', 'name', ...Object.keys(members)] },
  properties: { kind: { const: kind }, name: TEXT, ...members },
});
const FORMS = {
  violin: form('violin', { strings: { type: 'integer', minimum: 1, maximum: 8 } }),
  bow: form('bow', { grams: { type: 'integer', exclusiveMinimum: 20 } }),
};
type Sent = Readonly<Record<string, unknown>>;

/** A server of violins and bows, of which the bows are looked at less closely. */
async function judged(isGoodBow: (sent: Sent) => boolean): Promise<readonly string[]> {
  const shown = { type: 'object', required: ['id'], properties: { id: TEXT, kind: TEXT, name: TEXT } };
  const sent = { oneOf: Object.values(FORMS), discriminator: { propertyName: 'kind' } };
  const paths = {
    '/instruments': {
      post: { ...takes(sent), ...gives(201, shown, 422) },
      get: gives(200, { type: 'array', items: shown }),
    },
    '/instruments/{id}': { parameters: [inPath('id')], get: gives(200, shown, 404) },
  };
  let count = 0;
  const isWhole = (body: Sent, ...names: readonly string[]): boolean =>
    typeof body.name === 'string' &&
    Object.keys(body).toSorted().join() === ['kind', 'name', ...names].toSorted().join();
  const isNumber = (value: unknown): value is number => Number.isInteger(value);
  const { findings } = await judgedByOne(inputRefused, paths, ({ method, steps, sent: body }) => {
    if (method !== 'POST') return steps.length > 1 ? [404] : [200, []];
    const isGood =
      body.kind === 'violin'
        ? isWhole(body, 'strings') && isNumber(body.strings) && body.strings >= 1 && body.strings <= 8
        : body.kind === 'bow' && typeof body.name === 'string' && isGoodBow(body);
    count += 1;
    return isGood ? [201, { ...body, id: `i${count}` }] : [422, {}];
  });
  return findings.map(({ key }) => key);
}

test('each form of a body is looked at', async () => {
  const isOver = ({ grams }: Sent): boolean => Number.isInteger(grams) && Number(grams) > 20;
  const isClosed = (sent: Sent): boolean => Object.keys(sent).length === 3;
  expect(await judged((sent) => isOver(sent) && isClosed(sent))).toEqual([]);
  expect(await judged(isOver)).toEqual(['strings, which another form has', 'a member that it does not name']);
  expect(await judged((sent) => isClosed(sent) && Number.isInteger(sent.grams))).toEqual(['grams below its minimum']);
});
