import type { Deadline } from '../../stores/admission';
import { StoreUnavailable } from '../../stores/store';
import { isNoScript, lastingRefusal, type Reply, refusalOf, tooSlow } from './replies';
import type { Argument, Script } from './script';

/** What a line needs of a client of Redis. */
export interface Client {
  readonly isReady: boolean;
  sendCommand<T>(command: readonly Argument[]): Promise<T>;
  ref(): void;
  unref(): void;
  on(event: 'ready', hear: () => void): unknown;
}

/** The commands to one server, in their order. Each is answered within the deadline, or rejects. */
export interface Line {
  /** @throws StoreUnavailable, StoreFull, and any other error that Redis answers */
  send(command: readonly Argument[]): Promise<Reply>;
  /** @param rest the number of keys, the keys and the arguments */
  run(script: Script, rest: readonly Argument[]): Promise<Reply>;
  readonly isReady: boolean;
  /** Whether the server has missed a deadline, and not answered since: until then nothing more is sent to it. */
  readonly isLate: boolean;
  /** Whether its last answer took half of the deadline: of those who need several, some wait too long. */
  readonly isSlow: boolean;
  /** For how many ticks the oldest command has been waiting; 0 where none does. */
  readonly oldest: number;
  /** Why the server refuses every request for some time; undefined until it does. */
  readonly refusal: string | undefined;
  forgetRefusal(): void;
  /** Is called by a timer. */
  tick(): void;
}

/** A command that no answer has come to yet. */
interface Asked {
  /** The tick at which it was sent. */
  readonly sent: number;
  /** The tick at which it has taken too long. */
  readonly due: number;
  reject(reason: Error): void;
}

/** One timer counts for all commands: a signal for each would cost as much as the command. */
export function createLine(client: Client, deadlineTicks: number): Line {
  let ticks = 0;
  let isLate = false;
  let isSlow = false;
  let refusal: string | undefined;
  /** In the order in which they were sent, which is that of their deadlines. */
  const waiting = new Set<Asked>();
  /** The scripts that this connection has sent. A server that was started anew knows none of them. */
  const loaded = new Set<Script>();
  client.on('ready', () => {
    isLate = false;
    isSlow = false;
    loaded.clear();
  });

  const over = (asked: Asked): void => {
    isLate = false;
    isSlow = 2 * (ticks - asked.sent) > deadlineTicks;
    waiting.delete(asked);
    if (waiting.size === 0) client.unref();
  };
  const send = (command: readonly Argument[]): Promise<Reply> => {
    if (isLate) return Promise.reject(tooSlow());
    return new Promise((resolve, reject) => {
      const asked = { sent: ticks, due: ticks + deadlineTicks, reject };
      // A process lives as long as it waits for something, and no connection keeps it alive that is idle.
      if (waiting.size === 0) client.ref();
      waiting.add(asked);
      client.sendCommand<Reply>(command).then(
        (reply) => {
          over(asked);
          resolve(reply);
        },
        (error: unknown) => {
          over(asked);
          refusal = lastingRefusal(error) ?? refusal;
          reject(refusalOf(error));
        },
      );
    });
  };
  return {
    send,
    async run(script, rest) {
      const { digest, lua } = script;
      if (!loaded.has(script)) {
        loaded.add(script);
        // It goes before the call, in the same piece. Where it fails, the call says why.
        send(['SCRIPT', 'LOAD', lua]).catch(() => {});
      }
      try {
        return await send(['EVALSHA', digest, ...rest]);
      } catch (error) {
        if (!isNoScript(error)) throw error;
        loaded.clear();
        return send(['EVAL', lua, ...rest]);
      }
    },
    get isReady() {
      return client.isReady;
    },
    get isLate() {
      return isLate;
    },
    get isSlow() {
      return isSlow;
    },
    get oldest() {
      const [oldest] = waiting;
      return oldest === undefined ? 0 : ticks - oldest.sent;
    },
    get refusal() {
      return refusal;
    },
    forgetRefusal() {
      refusal = undefined;
    },
    tick() {
      ticks += 1;
      for (const asked of waiting) {
        if (asked.due > ticks) break;
        isLate = true;
        // It stays among those that are waited for: its answer shows that the server answers again.
        asked.reject(tooSlow());
      }
    },
  };
}

/** Until when requests wait for Redis. */
export interface Deadlines {
  /** @throws StoreUnavailable where Redis keeps the work waiting for too long, in all its steps together; it may go on */
  withDeadline<T>(work: (deadline: Deadline) => Promise<T>): Promise<T>;
  /** @param waits of each server, for how many ticks its oldest command has been waiting; 0 where none does */
  tick(waits: readonly number[]): void;
}

/** A command that has been sent since the last tick but one may be answered as fast as ever. */
const FAST = 2;

/**
 * A deadline costs no more than an entry in a list: while any command is kept waiting, all requests are, but for those that say
 * that they wait for something besides.
 *
 * @param most how many ticks a request may be kept waiting
 */
export function createDeadlines(most: number): Deadlines {
  /** How many ticks there were at which a command had been waiting for long. */
  let waited = 0;
  let sinceFast = 0;
  const open = new Set<TickDeadline>();
  return {
    withDeadline(work) {
      return new Promise((resolve, reject) => {
        const deadline = new TickDeadline(waited + most, () => waited, reject);
        open.add(deadline);
        work(deadline)
          .finally(() => open.delete(deadline))
          .then(resolve, reject);
      });
    },
    tick(waits) {
      // While one server of a cluster answers, the requests that ask that one are not kept waiting, and it is not known here which
      // do. Those that ask another have the deadline of each command.
      const oldest = Math.min(...waits);
      if (oldest < FAST) {
        sinceFast = 0;
        return;
      }
      // It was waiting before that was known.
      waited += sinceFast === 0 ? oldest : 1;
      sinceFast += 1;
      for (const deadline of open) if (deadline.endsBy(waited)) open.delete(deadline);
    },
  };
}

/** A class, since each request has one. */
class TickDeadline implements Deadline {
  #due: number;
  readonly #ticks: () => number;
  readonly #giveUp: (reason: Error) => void;
  #isOver = false;
  /** For how many things besides Redis the request waits, and since which tick. */
  #waits = 0;
  #since = 0;

  constructor(due: number, ticks: () => number, giveUp: (reason: Error) => void) {
    this.#due = due;
    this.#ticks = ticks;
    this.#giveUp = giveUp;
  }

  throwIfOver(): void {
    if (this.#isOver) throw new StoreUnavailable('The request was answered without this.');
  }

  async excluded<T>(wait: Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#since = this.#ticks();
    this.#waits += 1;
    try {
      return await wait;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#due += this.#ticks() - this.#since;
    }
  }

  /** @returns whether it is over at this tick; then the request is given up */
  endsBy(tick: number): boolean {
    if (this.#waits > 0 || this.#due > tick) return false;
    this.#isOver = true;
    this.#giveUp(tooSlow());
    return true;
  }
}
