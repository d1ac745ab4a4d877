import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { creation, listOfTexts } from '../http/conforming';
import type { Address } from '../http/connection';
import { readReplies } from '../http/replies';
import { encode } from '../http/request';
import {
  besideAnother,
  controlRequest,
  harmless,
  type Scenario,
  type Stage,
  sendTimes,
  unlessGrown,
  unlessServed,
  withMock,
} from './scenario';

/** So many connections, on each of which these bytes were sent, and no reply is read. */
async function connectAll(stage: Stage, at: Address, count: number, bytes: Buffer): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const socket = stage.connect(at);
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    socket.pause().write(bytes);
  }
  return sockets;
}

const PAGES = ['/health', '/', '/clock', '/openapi.json'];

/** More clients than files may be open: what is asked for then for the first time works later. */
const fewDescriptors: Scenario = {
  name: 'few-descriptors',
  title: 'more connections than files may be open',
  run: withMock(
    [],
    async (stage, mock) => {
      const targets = [...PAGES.map((page) => stage.control.prefix + page), '/docs/', '/', '/openapi.json'];
      const clients = Array.from({ length: 80 }, () => stage.connect(mock));
      await pause(300);
      const readers = clients.slice(0, 5).map((client) => {
        const reader = readReplies('GET');
        client.on('data', (data: Buffer) => reader.take(data));
        client.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
        return reader;
      });
      await pause(500);
      const failed = readers.flatMap(({ replies }) => replies).filter(({ status }) => status === 500).length;
      for (const client of clients) client.destroy();
      await pause(300);
      const complaints = failed === 0 ? [] : [`${failed} replies of 500 while no descriptor was left`];
      for (const target of targets) {
        const [status] = await sendTimes(mock, { ...controlRequest(stage, 'GET', ''), target }, 1);
        if (status !== 200) complaints.push(`${target} got ${status} after the descriptors had been used up`);
      }
      return [...complaints, ...unlessServed('afterwards', await sendTimes(mock, harmless(stage), 20))];
    },
    { descriptors: 64 },
  ),
};

/** Clients that have sent a large body, and stay connected. */
const idleBodies: Scenario = {
  name: 'idle-bodies',
  title: 'idle connections that have sent large bodies',
  run: withMock(['--plan-limits', 'off', '--journal', '1'], async (stage, mock) => {
    const request = creation(stage.contract, stage.key, 1_000_000);
    if (request === undefined) return [];
    const sendOnce = async (): Promise<void> => {
      const socket = stage.connect(mock);
      const answered = Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.write(encode(request));
      await answered;
    };
    await Promise.all([1, 2, 3].map(sendOnce));
    return unlessGrown(mock, '150 idle connections', 100 * 2 ** 20, async () => {
      for (let count = 0; count < 150; count += 1) await sendOnce();
      return unlessServed('meanwhile', await sendTimes(mock, harmless(stage), 2000));
    });
  }),
};

/** Clients that follow the requests, and read none of them. */
const unreadStreams: Scenario = {
  name: 'unread-streams',
  title: 'streams of requests that their clients do not read',
  run: withMock(['--plan-limits', 'off'], async (stage, mock) => {
    const request = creation(stage.contract, stage.key, 20_000);
    if (request === undefined) return [];
    const streams = await connectAll(stage, mock, 60, encode(controlRequest(stage, 'GET', '/requests/stream')));
    const complaints = await unlessGrown(mock, '60 streams that are not read', 300 * 2 ** 20, async () => {
      const statuses: number[] = [];
      const beside = await besideAnother(stage, mock, async () => {
        statuses.push(...(await sendTimes(mock, request, 1500)));
      });
      return [...beside, ...unlessServed('meanwhile', statuses)];
    });
    for (const stream of streams) stream.destroy();
    return complaints;
  }),
};

/** Clients that send requests without reading a reply. */
const unreadReplies: Scenario = {
  name: 'unread-replies',
  title: 'replies that their clients do not read',
  run: withMock(['--plan-limits', 'off', '--journal-memory', '8'], async (stage, mock) => {
    const one = encode(harmless(stage));
    const many = Buffer.concat(Array.from({ length: Math.floor((4 * 2 ** 20) / one.length) }, () => one));
    return besideAnother(stage, mock, async () => {
      await connectAll(stage, mock, 20, many);
      await pause(1500);
    });
  }),
};

/** Clients that each ask for a list of some 16 MiB, and do not read it: replies are most of what this mock may take. */
const unreadLists: Scenario = {
  name: 'unread-lists',
  title: 'large lists that their clients do not read',
  run: withMock(
    [
      ...['--plan-limits', 'off', '--journal', '0', '--records-memory', '32'],
      ...['--max-connections', '200', '--max-sessions', '1', '--fixtures', 'none'],
    ],
    async (stage, mock) => {
      const large = listOfTexts(stage.contract, stage.key, 'é'.repeat(400_000));
      if (large === undefined) return [];
      const filled = unlessServed('large records', await sendTimes(mock, large.create, 24));
      // What replies may take, and what is garbage of making them.
      const complaints = await unlessGrown(mock, '110 lists that are not read', 800 * 2 ** 20, () => {
        const ask = async (): Promise<void> => {
          await connectAll(stage, mock, 110, encode(large.list));
          await pause(2000);
        };
        return besideAnother(stage, mock, ask, controlRequest(stage, 'GET', '/health'));
      });
      return [...filled, ...complaints];
    },
  ),
};

/** What each client has sent: nothing, a part of a head, a head without its body. */
const BEGINNINGS = [
  '',
  'GET / HT',
  'GET / HTTP/1.1\r\nHost: a\r\nX: ',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{',
];

/** Connections that are open, and on which next to nothing comes. */
const manyConnections: Scenario = {
  name: 'many-connections',
  title: 'connections without end, each with a part of a request',
  run: withMock([], (stage, mock) =>
    besideAnother(stage, mock, async () => {
      const clients: Socket[] = [];
      while (clients.length < 1500) {
        const beginning = BEGINNINGS[clients.length % BEGINNINGS.length] ?? '';
        const [client] = await connectAll(stage, mock, 1, Buffer.from(beginning));
        if (client !== undefined) clients.push(client.resume());
      }
      // A byte on each so many times, a hundred of them at once.
      for (let time = 0; time < 8; time += 1) {
        for (const [place, client] of clients.entries()) {
          if (client.writable) client.write('a');
          if (place % 100 === 0) await pause(8);
        }
      }
    }),
  ),
};

export const CLIENTS: readonly Scenario[] = [
  fewDescriptors,
  idleBodies,
  unreadStreams,
  unreadReplies,
  unreadLists,
  manyConnections,
];
