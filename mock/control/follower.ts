import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import type { EventSink } from './event-stream';

/** One client that reads a world's journal along, until it leaves or is let go. */
export interface Follower {
  readonly world: World;
  /** Sends it an event; one that has waited for too much already is let go instead. */
  tell(event: Buffer): void;
  /** Sends what is still to be sent, and no more. */
  end(): void;
}

export interface Following {
  readonly world: World;
  readonly sink: EventSink;
  /** The id of the last request that it knows of: those since then come first. */
  readonly last: number | undefined;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Called once, when nothing will be sent any more. */
  readonly onLeave: (follower: Follower) => void;
}

/** Bytes that wait for a client that reads too slowly; one with more is let go, and may come back for what it missed. */
const MOST_WAITING = 2 ** 20;
/** Bytes that wait for a client that catches up: what it missed can wait in the journal, where it takes no room. */
const PORTION = 2 ** 18;
/** After so many milliseconds of silence a comment is sent: else neither side would see that the other is gone. */
const HEARTBEAT_MS = 15_000;
/** How long a client may take to read the last events. */
const CLOSE_TIMEOUT_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');

export function follow({ world, sink, last, eventOf, onLeave }: Following): Follower {
  let { journal } = world.state;
  let told = last ?? 0;
  let isBehind = last !== undefined;
  let hasMissed = false;
  let linger: NodeJS.Timeout | undefined;

  const tell = (event: Buffer): void => {
    if (sink.isOver) return;
    // Nobody waits for a client: what it does not take is put aside, and counted here.
    sink.write(event);
    if (sink.waiting > MOST_WAITING) letGo();
  };

  const catchUp = async (): Promise<void> => {
    const read = journal;
    hasMissed = false;
    const missed = await read.after(told);
    if (read !== journal || sink.isOver) return;
    for (const entry of missed) {
      if (sink.waiting > PORTION) {
        sink.onceDrained(() => void catchUp());
        return;
      }
      // However long this one is, nothing but a portion waits before it.
      sink.write(eventOf(entry));
      told = entry.id;
    }
    if (hasMissed) await catchUp();
    else isBehind = false;
  };

  const hear = (entry: Entry): void => {
    if (isBehind) hasMissed = true;
    else tell(eventOf(entry));
  };
  let deafen = journal.listen(hear);
  /** After a reset the world has another journal, which is read from its beginning. */
  const unheard = world.notices.listen(() => {
    if (world.state.journal === journal) return;
    deafen();
    journal = world.state.journal;
    deafen = journal.listen(hear);
    told = 0;
    isBehind = true;
    void catchUp();
  });
  const beat = setInterval(() => tell(HEARTBEAT), HEARTBEAT_MS).unref();

  let hasLeft = false;
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    deafen();
    unheard();
    clearInterval(beat);
    clearTimeout(linger);
    onLeave(follower);
  };
  const letGo = (): void => {
    sink.destroy();
    leave();
  };

  const follower: Follower = {
    world,
    tell,
    end() {
      deafen();
      unheard();
      sink.end();
      // Whoever does not read never comes to the end.
      linger = setTimeout(letGo, CLOSE_TIMEOUT_MS).unref();
    },
  };
  sink.onceClosed(leave);
  if (isBehind) void catchUp();
  return follower;
}
