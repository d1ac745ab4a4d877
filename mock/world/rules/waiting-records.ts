import type { Records } from '../stores/records';
import type { Awaitable } from '../stores/store';

type Args<Step extends keyof Records> = Parameters<Records[Step]>;

/** The same records, each of whose steps waits first for what `wait` gives for its collection. */
export function waitingRecords(
  records: Records,
  wait: (collection: string) => Promise<void> | undefined,
): Omit<Records, 'gated'> {
  const after =
    <Asked extends readonly [collection: string, ...rest: unknown[]], Result>(
      step: (...asked: Asked) => Awaitable<Result>,
    ) =>
    async (...asked: Asked): Promise<Result> => {
      await wait(asked[0]);
      return step(...asked);
    };
  return {
    list: after((...asked: Args<'list'>) => records.list(...asked)),
    page: after((...asked: Args<'page'>) => records.page(...asked)),
    get: after((...asked: Args<'get'>) => records.get(...asked)),
    insert: after((...asked: Args<'insert'>) => records.insert(...asked)),
    add: after((...asked: Args<'add'>) => records.add(...asked)),
    update: after((...asked: Args<'update'>) => records.update(...asked)),
    put: after((...asked: Args<'put'>) => records.put(...asked)),
    delete: after((...asked: Args<'delete'>) => records.delete(...asked)),
    created: after((...asked: Args<'created'>) => records.created(...asked)),
  };
}

/** Records whose steps wait for a condition, see `gated` of `Records`. */
export const gatedRecords = (records: Records, condition: Promise<void>): Records => ({
  ...waitingRecords(records, () => condition),
  gated: (further) => gatedRecords(gatedRecords(records, further), condition),
});
