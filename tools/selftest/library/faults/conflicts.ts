import type { Fault } from '../../server/cases';
import type { Behaviour } from '../model';
import { clash, update } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.conflict, name, caughtBy, behaviour);

/** What happens where another book has the ISBN. */
export const conflicts: readonly Fault<Behaviour>[] = [
  fault('a book of a known ISBN is refused and kept all the same', ['conflict.no-trace'], {
    clash: (record, world) => {
      const other = clash(record, world);
      if (other !== undefined) world.behaviour.insert({ ...record, id: record.id }, world);
      return other;
    },
    assignId: (_kind, world) => {
      const next = Number(world.notes.get('ids') ?? 0) + 1;
      world.notes.set('ids', next);
      if (_kind === 'branches') return `5b1c0000-0000-4000-8000-${(0x1000 + next).toString(16).padStart(12, '0')}`;
      return _kind === 'books' ? 10_000n + BigInt(next) : `C${String(100_000 + next)}`;
    },
  }),
  fault('a book of a known ISBN is refused, and the older one gets its title', ['conflict.no-trace', 'records.kept'], {
    clash: (record, world) => {
      const other = clash(record, world);
      if (other !== undefined) update(other, { ...other, sent: { ...other.sent, title: record.sent.title } }, world);
      return other;
    },
  }),
  fault('a book of a known ISBN is refused, and the older one goes', ['conflict.no-trace', 'records.kept'], {
    clash: (record, world) => {
      const other = clash(record, world);
      world.records = world.records.filter((one) => one !== other);
      return other;
    },
  }),
  fault('a known ISBN in a change is refused and kept all the same', ['conflict.no-trace'], {
    clash: (record, world) => {
      const other = clash(record, world);
      const before = world.records.find(({ kind, id }) => kind === record.kind && String(id) === String(record.id));
      if (other !== undefined && before !== undefined) update(before, record, world);
      return other;
    },
  }),
  fault('a known ISBN is a 500', ['reply.no-5xx'], {
    clash: (record, world) => {
      if (clash(record, world) !== undefined) throw new Error('duplicate key value violates unique constraint');
      return undefined;
    },
  }),
  fault('a known ISBN is refused without a body', ['reply.media-type', 'error.envelope'], {
    rewrite: (reply) => (reply.status === 409 ? { status: 409, body: undefined } : reply),
  }),
];
