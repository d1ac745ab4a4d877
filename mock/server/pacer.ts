import { setImmediate } from 'node:timers';

/** The most requests that are begun in one turn of the event loop: others wait two milliseconds or so at most. */
const MOST = 40;
/** The same while clients connect: Node accepts one connection in a turn. */
const MOST_WHILE_ACCEPTING = 10;

/** From how many on a turn's requests are counted anew in the next: few turns have as many. */
const COUNTED = 8;

/** Begins requests in their order, and no more in a turn of the event loop than others can wait for. */
export interface Pacer<Work> {
  begin(work: Work): void;
  /** From now on only what is urgent is begun; the rest waits. */
  pause(): void;
  resume(): void;
}

/** @param accepted how many connections have been accepted so far */
export function createPacer<Work>(
  begin: (work: Work) => void,
  isUrgent: (work: Work) => boolean,
  accepted: () => number,
): Pacer<Work> {
  /** How many were begun since the last turn that counted. */
  let begun = 0;
  let most = MOST;
  let acceptedBefore = 0;
  let isPaused = false;
  let isScheduled = false;
  const waiting: Work[] = [];

  const schedule = (): void => {
    if (isScheduled || isPaused) return;
    isScheduled = true;
    setImmediate(nextTurn);
  };
  const nextTurn = (): void => {
    isScheduled = false;
    if (isPaused) return;
    most = accepted() === acceptedBefore ? MOST : MOST_WHILE_ACCEPTING;
    acceptedBefore = accepted();
    const now = waiting.splice(0, most);
    begun = now.length;
    if (begun >= COUNTED || waiting.length > 0) schedule();
    for (const work of now) begin(work);
  };
  return {
    begin(work) {
      if (begun >= most && !isUrgent(work)) {
        waiting.push(work);
        schedule();
        return;
      }
      begun += 1;
      if (begun === COUNTED) schedule();
      begin(work);
    },
    pause() {
      isPaused = true;
      most = 0;
    },
    resume() {
      isPaused = false;
      schedule();
    },
  };
}
