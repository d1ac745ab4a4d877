import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Attempt, Received } from '../model';
import { type ReplyReader, readReplies } from './replies';

/** Sends attempts one after the other, on one connection where they permit it. */
export interface Connection {
  send(attempt: Attempt): Promise<Received>;
  close(): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** How long a complete request may wait for its reply. */
const PATIENCE_MS = 15_000;
/** The same where a fault may delay it. */
const PATIENCE_UNDER_FAULTS_MS = 150;
/** How long a client that holds its connection waits for more. */
const HOLD_MS = 30;
/** How long a client that has closed its side waits for the server to close its own. */
const END_MS = 5000;

export function openConnection({ host, port }: Address): Connection {
  let kept: Socket | undefined;
  const forget = (): void => {
    if (kept !== undefined) deaf(kept).destroy();
    kept = undefined;
  };
  const open = (): Socket => deaf(connect({ host, port, allowHalfOpen: true, noDelay: true }));
  const reused = (): Socket => {
    if (kept !== undefined && !kept.destroyed && !kept.readableEnded) return kept;
    forget();
    return open();
  };
  return {
    async send(attempt) {
      const { ending, request } = attempt;
      const socket = ending === 'wait' ? reused() : open();
      const reader = readReplies(request?.method);
      const begun = performance.now();
      const ended = await exchange(socket, attempt, reader);
      const milliseconds = performance.now() - begun;
      const mayStay =
        ending === 'wait' &&
        ended === 'answered' &&
        !reader.isStream &&
        reader.malformed === undefined &&
        reader.replies.at(-1)?.headers.get('connection') !== 'close';
      deaf(socket);
      if (mayStay) kept = socket;
      else {
        if (socket === kept) kept = undefined;
        socket.resetAndDestroy();
      }
      return { replies: reader.replies, malformed: reader.malformed, ended, milliseconds };
    },
    close: forget,
  };
}

/** Nothing listens to it; an error that comes late ends nothing. */
const deaf = (socket: Socket): Socket => socket.removeAllListeners().on('error', () => {});

/** Sends all of it, and resolves with how it ended. */
function exchange(socket: Socket, attempt: Attempt, reader: ReplyReader): Promise<Received['ended']> {
  const { ending, isUnderFaults, parts } = attempt;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (how: Received['ended']): void => {
      clearTimeout(timer);
      resolve(how);
    };
    const waitFor = (milliseconds: number, how: Received['ended']): void => {
      clearTimeout(timer);
      timer = setTimeout(() => done(how), milliseconds);
    };
    socket.on('data', (bytes: Buffer) => {
      reader.take(bytes);
      const isAnswered = ending === 'wait' && reader.replies.length > 0;
      if (reader.malformed !== undefined || reader.isStream || isAnswered) done('answered');
      else if (ending === 'hold') waitFor(HOLD_MS, 'left');
    });
    socket.on('end', () => {
      reader.end();
      done('closed');
    });
    socket.on('error', () => done('reset'));
    socket.on('close', () => done('reset'));
    waitFor(isUnderFaults ? PATIENCE_UNDER_FAULTS_MS : PATIENCE_MS, 'silent');
    void writeAll(socket, parts).then(() => {
      if (ending === 'end') {
        socket.end();
        waitFor(isUnderFaults ? PATIENCE_UNDER_FAULTS_MS : END_MS, 'silent');
      } else if (ending === 'hold') waitFor(HOLD_MS, 'left');
      else if (ending === 'leave') done('left');
    });
  });
}

/** Each part in a turn of its own, so that they are read apart. */
async function writeAll(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  for (const [place, part] of parts.entries()) {
    if (place > 0) await nextTurn();
    if (!socket.destroyed) socket.write(part);
  }
}
