import type { Entry } from '../world/journal';
import type { World } from '../world/model';
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
const LINGER_MS = 1000;
const HEARTBEAT = Buffer.from(':\n\n');

export function follow({ world, sink, last, eventOf, onLeave }: Following): Follower {
  const { journal } = world;
  let told = last ?? 0;
  let isBehind = last !== undefined;
  let linger: NodeJS.Timeout | undefined;

  const tell = (event: Buffer): void => {
    if (sink.isOver) return;
    // Nobody waits for a client: what it does not take is put aside, and counted here.
    sink.write(event);
    if (sink.waiting > MOST_WAITING) sink.destroy();
  };

  const catchUp = (): void => {
    if (sink.isOver) return;
    for (const entry of journal.after(told)) {
      if (sink.waiting > PORTION) {
        sink.onceDrained(catchUp);
        return;
      }
      // However long this one is, nothing but a portion waits before it.
      sink.write(eventOf(entry));
      told = entry.id;
    }
    isBehind = false;
  };

  const deafen = journal.listen((entry) => {
    if (!isBehind) tell(eventOf(entry));
  });
  const beat = setInterval(() => tell(HEARTBEAT), HEARTBEAT_MS).unref();

  const follower: Follower = {
    world,
    tell,
    end() {
      deafen();
      sink.end();
      // Whoever does not read never comes to the end.
      linger = setTimeout(() => sink.destroy(), LINGER_MS).unref();
    },
  };
  sink.onceClosed(() => {
    deafen();
    clearInterval(beat);
    clearTimeout(linger);
    onLeave(follower);
  });
  if (isBehind) catchUp();
  return follower;
}
