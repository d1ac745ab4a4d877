import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { EventSink } from './event-stream';
import { readJournal } from './journal-reader';

/** One client that follows a world's journal, until it leaves or is dropped. */
export interface Follower {
  readonly world: World;
  /** Sends an event. A client with too many bytes waiting is dropped. */
  send(event: Buffer): void;
  /** Ends the stream once the waiting events are sent. */
  end(): void;
}

interface Following {
  readonly world: World;
  readonly sink: EventSink;
  /** The id of the last request that the client knows; it first gets those since then. Undefined: only new ones. */
  readonly last: number | undefined;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Waits until it is this client's turn to be sent more of what it missed. */
  readonly nextSlice: () => Promise<void>;
  /** Called once, when the stream is over. */
  readonly onLeave: (follower: Follower) => void;
}

/** A client that reads so slowly that more bytes wait for it is dropped; it may reconnect for what it missed. */
export const MAX_WAITING_BYTES = 2 ** 20;
/** How often a comment is sent, so that each side notices when the other is gone. */
const HEARTBEAT_MS = 15_000;
/** How long a client may take to read the last events. */
const CLOSE_TIMEOUT_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');

export function follow({ world, sink, last, eventOf, nextSlice, onLeave }: Following): Follower {
  let closeTimer: NodeJS.Timeout | undefined;
  let hasLeft = false;

  const send = (event: Buffer): void => {
    if (sink.isOver) return;
    // No request waits for a slow client: what it does not read piles up, so its size is checked.
    sink.write(event);
    if (sink.waitingBytes > MAX_WAITING_BYTES) drop();
  };

  let { journal } = world.state;
  let stopReading = readJournal({ journal, last, sink, eventOf, nextSlice, send, onFailure: () => drop() });
  /** After a reset the world has a new journal, which is read from its start. */
  const stopNotices = world.notices.listen(() => {
    if (world.state.journal === journal) return;
    stopReading();
    journal = world.state.journal;
    stopReading = readJournal({ journal, last: 0, sink, eventOf, nextSlice, send, onFailure: () => drop() });
  });
  const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS).unref();

  const stop = (): void => {
    stopReading();
    stopNotices();
  };
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    stop();
    clearInterval(heartbeat);
    clearTimeout(closeTimer);
    onLeave(follower);
  };
  const drop = (): void => {
    sink.destroy();
    leave();
  };

  const follower: Follower = {
    world,
    send,
    end() {
      stop();
      sink.end();
      // A client that does not read would never close.
      if (!hasLeft) closeTimer = setTimeout(drop, CLOSE_TIMEOUT_MS).unref();
    },
  };
  sink.onceClosed(leave);
  return follower;
}
