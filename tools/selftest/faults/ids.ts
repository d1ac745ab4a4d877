import type { Behaviour, World } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { assignId, show } from '../server/records';
import { clause } from './clauses';

const id = (
  name: string,
  behaviour: Behaviour,
  caughtBy: readonly [CheckId, ...CheckId[]] = ['created.new-id', 'created.readable'],
): Fault => ({
  name,
  breaks: clause.id,
  caughtBy,
  behaviour,
});

const assigned = (assign: (world: World) => bigint): Behaviour => ({ assignId: assign });

/** Ids that are not new, or not the record's own. */
export const ids: readonly Fault[] = [
  id(
    'the id of an older record',
    assigned((world) => assignId(world) - 1n),
  ),
  id(
    'the id of the first record',
    assigned(() => 1n),
  ),
  id(
    'always the same id',
    assigned(() => 4_711n),
  ),
  id(
    'always the id zero',
    assigned(() => 0n),
  ),
  id(
    'one id for two creates',
    assigned((world) => 100n + BigInt(world.made >> 1)),
  ),
  id('the category for an id', { assignId: (_world, { categoryId }) => 1_000n + (categoryId & 0xffffn) }),
  id('an id from the name', { assignId: (_world, { name }) => 1_000n + BigInt(name.length) }),
  id(
    'one of three ids',
    assigned((world) => 200n + BigInt((world.made * 37) % 3)),
  ),
  id(
    'the id in the 201 is one more than the id to read by',
    {
      show: (animal, { operation }) => show(operation === 'create' ? { ...animal, id: animal.id + 1n } : animal),
    },
    ['created.readable', 'created.new-id', 'sequence.model', 'created.listed'],
  ),
  id(
    'the id in the 201 is always zero',
    {
      show: (animal, { operation }) => show(operation === 'create' ? { ...animal, id: 0n } : animal),
    },
    ['created.new-id', 'created.readable', 'sequence.model'],
  ),
  id(
    'the id in the 201 is negative',
    {
      show: (animal, { operation }) => show(operation === 'create' ? { ...animal, id: -animal.id } : animal),
    },
    ['created.readable', 'created.listed'],
  ),
  id(
    'the ids in lists are not those of reads',
    {
      show: (animal, { operation }) =>
        show(operation === 'list' && animal.id > 31n ? { ...animal, id: animal.id + 1_000n } : animal),
    },
    ['created.listed', 'sequence.model', 'created.readable', 'records.kept'],
  ),
  id(
    'the body of a read has another id than its path',
    {
      show: (animal, { operation }) => show(operation === 'read' ? { ...animal, id: animal.id + 1n } : animal),
    },
    ['created.readable', 'records.kept', 'sequence.model'],
  ),
];
