import { resourceOf } from '../../testing/words';
import { singleOf } from './single-words';

test('which one is marked may be said beside the operations', () => {
  const single = (around: string, description = '', more: object = {}) => {
    const properties = { is_main: { type: 'boolean' }, ...more };
    const operations = { create: { description: '', around: [around] }, delete: { description, around: [] } };
    return singleOf(
      { ...resourceOf('desks', properties), operations } as never,
      { type: 'object', properties } as never,
    );
  };
  const said = 'A team has exactly one main desk at any time: the first one becomes it.';
  expect(single(said)).toMatchObject({ name: 'is_main', isAlways: true, isFirst: true });
  expect(single(said, 'When the main desk is deleted, the oldest one left becomes it.')).toMatchObject({
    heir: 'oldest',
  });
  expect(single('Where `is_main` is sent as true, the former one loses it.')).toMatchObject({ isAlways: false });
  expect(single("Exactly one of a team's desks is the main. The first one is it in any case.")).toMatchObject({
    ...{ isAlways: true, isFirst: true },
  });
  expect(single('A team has exactly one main entrance.')).toBeUndefined();
  const ofEach =
    'Of each kind a team has at most one main: giving it to one desk takes it from the other of the same kind.';
  expect(single(ofEach)).toBeUndefined();
  const kind = { type: 'string', enum: ['low', 'high'] };
  expect(single(ofEach, '', { kind })).toMatchObject({
    name: 'is_main',
    by: { name: 'kind', choices: ['low', 'high'] },
  });
});
