import type { Id } from '../world/stores/records';
import type { Task, TaskChoices } from './model';
import { numberBelow } from './scattered';

/** Notes when records come to be, where a choice depends on that. */
interface Noting {
  /** To be called in the step that stores the record of this id, so that nobody finds it without. */
  note(id: Id): void;
  /** Is done once all is noted. */
  done(): Promise<void>;
}

/** Undefined where no choice depends on it. */
export function notingIn(choices: TaskChoices, collection: string): Noting | undefined {
  const isLate = choices.of('reads') === 'late';
  if (!isLate && choices.of('list.order') !== 'newest-first') return undefined;
  const noted: Promise<void>[] = [];
  return {
    note(id) {
      const noting = choices.births.note(collection, id, isLate ? delayOf(choices, collection, id) : 0);
      if (noting === undefined) return;
      // Whoever waits for all hears of it.
      noting.catch(() => {});
      noted.push(noting);
    },
    async done() {
      await Promise.all(noted);
    },
  };
}

/** Notes one that is stored by now. */
export async function noteBirth({ choices }: Task, collection: string, id: Id): Promise<void> {
  const noting = choices && notingIn(choices, collection);
  noting?.note(id);
  await noting?.done();
}

/** In milliseconds from the step on; a reply that comes late itself is to come before. */
const SHORTEST = 150;
const SPREAD = 100;
const SLOW_REPLY = 400;

const delayOf = (choices: TaskChoices, collection: string, id: Id): number =>
  SHORTEST +
  numberBelow(SPREAD, choices.seed, `${collection} ${id}`) +
  (choices.of('latency') === 'slow' ? SLOW_REPLY : 0);
