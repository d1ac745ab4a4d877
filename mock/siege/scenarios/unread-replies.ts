import { once } from 'node:events';
import { connect } from 'node:net';
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
    const clients = Array.from({ length: CLIENTS }, () => connect(mock.port, mock.host).on('error', () => {}));
    const complaints = await besideAnother(stage, mock, async () => {
      for (const client of clients) {
        await once(client, 'connect');
        client.pause().write(many);
      }
      await pause(MEANWHILE_MS);
    });
    for (const client of clients) client.destroy();
    return [...complaints, ...(await endGently(stage, mock))];
  },
};
