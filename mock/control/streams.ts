import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringifyJson } from '../../openapi/contract';
import type { Engine } from '../model';
import { createPresenter } from '../recorded';
import type { Entry } from '../world/journal';
import type { World } from '../world/model';
import { CONTROL_HEADERS } from './headers';
import { tooManyStreams } from './problems';

/** Clients that read the journal along, as server-sent events (HTML Standard, §9.2). */
export interface Streams {
  /**
   * Begins to tell a client of a world's requests: first of those after the `Last-Event-ID` that it names.
   *
   * @throws Problem 429 when so many are reading as may be
   */
  open(world: World, request: IncomingMessage, response: ServerResponse): void;
  /** Tells those who look at a world that something was changed in it. */
  announce(world: World): void;
}

/** How many clients may read at once. */
const MOST_STREAMS = 100;
/** Bytes that wait for a client that reads too slowly; one with more is let go, and may come back for what it missed. */
const MOST_WAITING = 2 ** 20;
/** After so many milliseconds of silence a comment is sent: else neither side would see that the other is gone. */
const HEARTBEAT_MS = 15_000;
/** After how many milliseconds a client that was let go may come back. */
const RETRY_MS = 1000;

interface Stream {
  readonly world: World;
  write(text: string): void;
  end(): void;
}

export function createStreams({ contract, worlds }: Engine): Streams {
  const present = createPresenter(contract);
  const open = new Set<Stream>();
  const textOf = (entry: Entry): string =>
    `id: ${entry.id}\nevent: request\ndata: ${stringifyJson(present(entry))}\n\n`;

  worlds.onEnd((world) => {
    for (const stream of open) if (stream.world === world) stream.end();
  });

  return {
    open(world, request, response) {
      if (open.size >= MOST_STREAMS) throw tooManyStreams(MOST_STREAMS);
      response.setHeader('Content-Type', 'text/event-stream');
      for (const [name, value] of Object.entries(CONTROL_HEADERS)) response.setHeader(name, value);
      response.flushHeaders();
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const write = (text: string): void => {
        response.write(text);
        if (response.writableLength > MOST_WAITING) response.destroy();
      };
      const stream: Stream = { world, write, end: () => response.end() };
      open.add(stream);
      const leave = world.journal.listen((entry) => write(textOf(entry)));
      const beat = setInterval(() => write(':\n\n'), HEARTBEAT_MS).unref();
      response.once('close', () => {
        open.delete(stream);
        leave();
        clearInterval(beat);
      });
      write(`retry: ${RETRY_MS}\n\n`);
      const last = Number(request.headers['last-event-id'] ?? Number.NaN);
      if (Number.isFinite(last)) for (const entry of world.journal.after(last)) write(textOf(entry));
    },
    announce(world) {
      for (const stream of open) if (stream.world === world) stream.write('event: change\ndata: {}\n\n');
    },
  };
}
