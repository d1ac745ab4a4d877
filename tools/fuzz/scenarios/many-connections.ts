import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

const CLIENTS = 1500;
/** What each has sent: nothing, a part of a head, a head without its body. */
const BEGINNINGS = [
  '',
  'GET / HT',
  'GET / HTTP/1.1\r\nHost: a\r\nX: ',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{',
];
/** Each sends a byte so many times, some of them at once. */
const TIMES = 8;
const TOGETHER = 100;
const PAUSE_MS = 8;

/** Connections that are open, and on which next to nothing comes. */
export const manyConnections: Scenario = {
  name: 'many-connections',
  title: 'connections without end, each with a part of a request',
  async run(stage) {
    const mock = await stage.start([]);
    const clients: Socket[] = [];
    const complaints = await besideAnother(stage, mock, async () => {
      while (clients.length < CLIENTS) {
        const client = connect(mock.port, mock.host).on('error', () => {});
        clients.push(client.resume());
        await Promise.race([once(client, 'connect'), once(client, 'close')]);
        client.write(BEGINNINGS[clients.length % BEGINNINGS.length] ?? '');
      }
      for (let time = 0; time < TIMES; time += 1) {
        for (const [place, client] of clients.entries()) {
          if (client.writable) client.write('a');
          if (place % TOGETHER === 0) await pause(PAUSE_MS);
        }
      }
    });
    const ended = await endGently(stage, mock);
    for (const client of clients) client.destroy();
    return [...complaints, ...ended];
  },
};
