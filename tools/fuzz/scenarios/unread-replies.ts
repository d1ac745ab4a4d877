import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { otherRequest } from '../other-request';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

const CLIENTS = 20;
const SENT = 4 * 2 ** 20;
const MEANWHILE_MS = 1500;

/** Clients that send requests without reading a reply. */
export const unreadReplies: Scenario = {
  name: 'unread-replies',
  title: 'replies that nobody reads',
  async run(stage) {
    const mock = await stage.start(['--plan-limits', 'off', '--journal-memory', '8']);
    const one = Buffer.from(otherRequest(stage.contract, stage.control, stage.key).bytes, 'latin1');
    const many = Buffer.concat(Array.from({ length: Math.floor(SENT / one.length) }, () => one));
    const clients: Socket[] = [];
    const complaints = await besideAnother(stage, mock, async () => {
      while (clients.length < CLIENTS) {
        const client = connect(mock.port, mock.host).on('error', () => {});
        clients.push(client);
        await once(client, 'connect');
        client.pause().write(many);
      }
      await pause(MEANWHILE_MS);
    });
    for (const client of clients) client.destroy();
    return [...complaints, ...(await endGently(stage, mock))];
  },
};
