import { faults } from '../../../tools/selftest/faults';
import type { Behaviour } from '../../../tools/selftest/server/model';
import { judged } from '../../testing/judged';

/** What is found of creates at once. */
async function found(name: string) {
  const behaviour: Behaviour | undefined = faults.find((fault) => fault.name === name)?.behaviour;
  if (behaviour === undefined) throw new Error(`There is no fault "${name}".`);
  const { result } = await judged(behaviour, { checks: ['parallel.all-kept'] });
  return result.findings.filter(({ check }) => check === 'parallel.all-kept').map(({ key }) => key);
}

test('a create that is sent again by itself, since its reply has another fault, is no twin', async () => {
  expect(await found('Limit negative')).toEqual([]);
});

test('a further record that no create has shown is one', async () => {
  expect(await found('a create among others is made twice')).toContain('made twice');
});
