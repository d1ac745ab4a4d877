import type { Source } from '../values/source';

/** What an operation draws from that is begun before its request is admitted: only then its time and its numbers are known. */
export interface LateSource extends Source {
  /** Whether something was drawn too early. */
  readonly isDrawn: boolean;
  /** What all is drawn from, from now on. */
  become(admitted: Source): void;
}

/** @param early what is drawn from up to then */
export const lateSource = (early: Source, makeUp: Source['makeUp']): LateSource => new Late(early, makeUp);

/** A class, since each request has one: an object with getters of its own takes 1 µs. */
class Late implements LateSource {
  readonly makeUp: Source['makeUp'];
  isDrawn = false;
  #present: Source;
  #isAdmitted = false;

  constructor(early: Source, makeUp: Source['makeUp']) {
    this.#present = early;
    this.makeUp = makeUp;
  }
  get random() {
    return this.#drawn().random;
  }
  get now() {
    return this.#drawn().now;
  }
  become(admitted: Source): void {
    this.#present = admitted;
    this.#isAdmitted = true;
  }
  #drawn(): Source {
    this.isDrawn ||= !this.#isAdmitted;
    return this.#present;
  }
}
