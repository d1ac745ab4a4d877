import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';

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
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The id of the last request that it knows of: those since then come first. */
  readonly last: number | undefined;
  readonly eventOf: (entry: Entry) => Buffer;
  /** Told once, when nothing will be sent any more. */
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

export function follow({ world, request, response, last, eventOf, onLeave }: Following): Follower {
  let { journal } = world.state;
  let told = last ?? 0;
  let isBehind = last !== undefined;
  let linger: NodeJS.Timeout | undefined;

  const tell = (event: Buffer): void => {
    // Whoever ended it: Node would throw where nobody could catch it.
    if (response.writableEnded || response.destroyed) return;
    // Nobody waits for a client: what it does not take is put aside by Node, and counted here.
    response.write(event);
    if (response.writableLength <= MOST_WAITING) return;
    response.destroy();
    leave();
  };

  let hasMissed = false;

  const catchUp = async (): Promise<void> => {
    const read = journal;
    hasMissed = false;
    const missed = await read.after(told);
    if (read !== journal || response.writableEnded || response.destroyed) return;
    for (const entry of missed) {
      if (response.writableLength > PORTION) {
        response.once('drain', catchUp);
        return;
      }
      // However long this one is, nothing but a portion waits before it.
      response.write(eventOf(entry));
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
  const leave = (): void => {
    deafen();
    unheard();
    clearInterval(beat);
    clearTimeout(linger);
    response.off('close', leave).off('drain', catchUp);
    request.socket.off('close', leave);
    onLeave(follower);
  };
  response.once('close', leave);
  // A response that waits for its turn on the connection does not hear when that is closed.
  request.socket.once('close', leave);

  const follower: Follower = {
    world,
    tell,
    end() {
      deafen();
      unheard();
      response.end();
      // Whoever does not read never comes to the end.
      linger = setTimeout(() => {
        response.destroy();
        leave();
      }, LINGER_MS).unref();
    },
  };
  if (isBehind) void catchUp();
  return follower;
}
