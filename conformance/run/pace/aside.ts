import type { Operation } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { OutOfBudget } from './pace';

/** An operation is set aside: the rest goes on. */
export class SetAside extends OutOfBudget {
  override readonly name = 'SetAside';
  /** @param until Unix milliseconds from which it may be called again; Infinity: not any more */
  constructor(
    why: string,
    readonly until: number,
  ) {
    super(why);
  }
}

/** Operations each request of which would take time that the others need. */
interface Asides {
  /** @throws SetAside where the operation is */
  refuse(operation: Operation): void;
  /** Counts what one or several requests at once take, and sets operations aside that take too much. */
  note(exchanges: readonly Exchange[]): void;
  /** Sets an operation aside for so long, since it alone answers 429. @throws SetAside */
  setAside(operation: Operation, milliseconds: number): never;
}

/** After so many requests in a row without a reply, no more are sent: to an operation, or to the server. */
export const MOST_SILENT = 5;
/** One operation may take this share of the time of a run, where it is so much slower than all others together. */
const SHARE = 0.1;
const TIMES_SLOWER = 5;
const SLOW_MS = 1000;

interface Taken {
  readonly requests: number;
  readonly milliseconds: number;
  /** Without a reply, in a row. */
  readonly silent: number;
}
const NOTHING: Taken = { requests: 0, milliseconds: 0, silent: 0 };

/** @param maxTimeMs of the run */
export function createAsides(maxTimeMs: number): Asides {
  const aside = new Map<Operation, SetAside>();
  const taken = new Map<Operation, Taken>();

  const whyOf = (operation: Operation, now: Taken): string | undefined => {
    if (now.silent >= MOST_SILENT)
      return `${operation.id} gave no reply ${now.silent} times in a row, and is set aside`;
    const mean = now.milliseconds / now.requests;
    const others = [...taken].filter(([other]) => other !== operation).map(([, one]) => one);
    const sum = (of: keyof Taken): number => others.reduce((before, one) => before + one[of], 0);
    const isSlow = mean >= SLOW_MS && mean >= (TIMES_SLOWER * sum('milliseconds')) / sum('requests');
    return isSlow && now.milliseconds > maxTimeMs * SHARE
      ? `${operation.id} takes ${(mean / 1000).toFixed(1)} s a request, much more than others, and is set aside`
      : undefined;
  };

  return {
    refuse(operation) {
      const found = aside.get(operation);
      if (found !== undefined && found.until > Date.now()) throw found;
    },
    note(exchanges) {
      for (const operation of new Set(exchanges.map(({ request }) => request.operation))) {
        const own = exchanges.filter(({ request }) => request.operation === operation);
        const before = taken.get(operation) ?? NOTHING;
        const now = {
          requests: before.requests + own.length,
          milliseconds: before.milliseconds + own.reduce((sum, one) => sum + one.milliseconds, 0),
          silent: own.every(({ response }) => response === undefined) ? before.silent + 1 : 0,
        };
        taken.set(operation, now);
        const why = whyOf(operation, now);
        if (why !== undefined) aside.set(operation, new SetAside(why, Number.POSITIVE_INFINITY));
      }
    },
    setAside(operation, milliseconds) {
      const seconds = Math.ceil(milliseconds / 1000);
      const why = `${operation.id} answers 429 for ${seconds} s while others are served, and is set aside`;
      const one = new SetAside(why, Date.now() + milliseconds);
      aside.set(operation, one);
      throw one;
    },
  };
}
