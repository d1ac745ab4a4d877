import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { planeOf } from '../target/plane';
import { type ReplyReader, readReplies } from '../wire/replies';
import { creation, storedRecords } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const CLIENTS = 4;
const PIPELINED = 20;
const FLOOD_MS = 300;

/** SIGTERM while clients send without end: what was stored is what was answered. */
export const termInFlood: Scenario = {
  name: 'term-in-flood',
  title: 'SIGTERM while clients send requests without end',
  async run(stage) {
    const request = creation(stage.contract, stage.key, 0);
    if (request === undefined) return [];
    const flags = ['--state', join(stage.folder, 'flood.json'), '--fixtures', 'none', '--plan-limits', 'off'];
    const mock = await stage.start(flags);
    const many = Buffer.concat(Array.from({ length: PIPELINED }, () => request));
    const readers = Array.from({ length: CLIENTS }, () => flood(connect(mock.port, mock.host), many));
    await pause(FLOOD_MS);
    const complaints = await endGently(stage, mock);
    const accepted = readers.flatMap(({ replies }) => replies).filter(({ status }) => status < 300).length;
    const after = await stage.start(flags);
    const stored = await storedRecords(
      planeOf(after, stage.controlPrefix, stage.token, () => {}),
      stage.contract,
    );
    return [
      ...complaints,
      ...(stored === accepted ? [] : [`${stored} records were stored, and ${accepted} were answered`]),
      ...(await endGently(stage, after)),
    ];
  },
};

/** Sends again and again, as fast as it is taken, and reads all replies. */
function flood(socket: Socket, bytes: Buffer): ReplyReader {
  const reader = readReplies('POST');
  const more = (): void => {
    if (socket.writable) socket.write(bytes, () => setImmediate(more));
  };
  socket.on('error', () => {});
  socket.on('connect', more);
  socket.on('data', (data: Buffer) => reader.take(data));
  return reader;
}
