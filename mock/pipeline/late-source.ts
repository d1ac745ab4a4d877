import type { Source } from '../values/source';

/** What an operation draws from that is begun before its request is admitted: only then its time and its numbers are known. */
export interface LateSource extends Source {
  /** Whether something was drawn too early. */
  readonly isDrawn: boolean;
  /** What all is drawn from, from now on. */
  become(admitted: Source): void;
}

/** @param early what is drawn from up to then */
export function lateSource(early: Source, makeUp: Source['makeUp']): LateSource {
  let present = early;
  let isDrawn = false;
  const drawn = (): Source => {
    isDrawn ||= present === early;
    return present;
  };
  return {
    makeUp,
    get random() {
      return drawn().random;
    },
    get now() {
      return drawn().now;
    },
    get isDrawn() {
      return isDrawn;
    },
    become(admitted) {
      present = admitted;
    },
  };
}
