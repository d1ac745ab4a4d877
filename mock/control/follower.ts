import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { EventSink } from './event-stream';

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
  /** Called once, when the stream is over. */
  readonly onLeave: (follower: Follower) => void;
}

/** A client that reads so slowly that more bytes wait for it is dropped; it may reconnect for what it missed. */
const MAX_WAITING_BYTES = 2 ** 20;
/** While a client catches up, no more bytes than these wait in its connection; the rest stays in the journal. */
const CATCH_UP_BYTES = 2 ** 18;
/** How often a comment is sent, so that each side notices when the other is gone. */
const HEARTBEAT_MS = 15_000;
/** How long a client may take to read the last events. */
const CLOSE_TIMEOUT_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');

export function follow({ world, sink, last, eventOf, onLeave }: Following): Follower {
  let { journal } = world.state;
  let lastSent = last ?? 0;
  let isBehind = last !== undefined;
  let hasMissed = false;
  let closeTimer: NodeJS.Timeout | undefined;

  const send = (event: Buffer): void => {
    if (sink.isOver) return;
    // No request waits for a slow client: what it does not read piles up, so its size is checked.
    sink.write(event);
    if (sink.waitingBytes > MAX_WAITING_BYTES) drop();
  };

  const catchUp = async (): Promise<void> => {
    const read = journal;
    hasMissed = false;
    const missed = await read.after(lastSent);
    if (read !== journal || sink.isOver) return;
    for (const entry of missed) {
      if (sink.waitingBytes > CATCH_UP_BYTES) {
        sink.onceDrained(() => void catchUp());
        return;
      }
      // Written however long it is: the check above limits what is before it.
      sink.write(eventOf(entry));
      lastSent = entry.id;
    }
    if (hasMissed) await catchUp();
    else isBehind = false;
  };

  const onEntry = (entry: Entry): void => {
    if (isBehind) hasMissed = true;
    else send(eventOf(entry));
  };
  let stopEntries = journal.listen(onEntry);
  /** After a reset the world has a new journal, which is read from its start. */
  const stopNotices = world.notices.listen(() => {
    if (world.state.journal === journal) return;
    stopEntries();
    journal = world.state.journal;
    stopEntries = journal.listen(onEntry);
    lastSent = 0;
    isBehind = true;
    void catchUp();
  });
  const heartbeat = setInterval(() => send(HEARTBEAT), HEARTBEAT_MS).unref();

  let hasLeft = false;
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    stopEntries();
    stopNotices();
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
      stopEntries();
      stopNotices();
      sink.end();
      // A client that does not read would never close.
      closeTimer = setTimeout(drop, CLOSE_TIMEOUT_MS).unref();
    },
  };
  sink.onceClosed(leave);
  if (isBehind) void catchUp();
  return follower;
}
