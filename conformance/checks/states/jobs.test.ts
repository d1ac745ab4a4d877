import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { jobsMoves } from './jobs';

test('a job that has ended is in that state at each further look', async () => {
  const JOB = {
    type: 'object',
    required: ['id', 'state'],
    properties: { id: TEXT, state: { ...TEXT, enum: ['running', 'done'], readOnly: true } },
  };
  const paths = {
    '/jobs': { post: { ...takes({ type: 'object', properties: { kind: TEXT } }), ...gives(202, JOB) } },
    '/jobs/{id}': { parameters: [inPath('id')], get: gives(200, JOB, 404) },
    '/jobs/{id}/result': {
      parameters: [inPath('id')],
      get: { description: 'The result of a `done` job; before that 409.', ...gives(200, textsOf('row'), 404, 409) },
    },
  };
  /** @param seen the states that a job shows, look by look, and the last one from then on */
  const judged = async (seen: readonly string[]) => {
    const looks = new Map<string, number>();
    const { findings } = await judgedByOne(jobsMoves, paths, ({ method, steps: [, id = '', file] }) => {
      if (method === 'POST') {
        looks.set(`j${looks.size}`, 0);
        return [202, { id: `j${looks.size - 1}`, state: 'running' }];
      }
      const nth = looks.get(id);
      if (nth === undefined) return [404];
      if (file !== undefined) return seen.slice(0, nth).includes('done') ? [200, { row: 'a' }] : [409];
      looks.set(id, nth + 1);
      return [200, { id, state: seen[nth] ?? seen.at(-1) }];
    });
    return findings.map(({ expected }) => expected);
  };
  expect(await judged(['running', 'done'])).toEqual([]);
  expect(await judged(['running', 'done', 'running'])).toEqual(['state: "done", since it has ended']);
});
