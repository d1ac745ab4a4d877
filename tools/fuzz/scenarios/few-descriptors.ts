import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readReplies } from '../wire/replies';
import { askLists, getAll, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const DESCRIPTORS = 64;
const CLIENTS = 80;
/** How many of them ask for something. */
const ASKING = 5;
const PAGES = [
  '/__admin/health',
  '/__admin/',
  '/docs/',
  '/',
  '/openapi.json',
  '/__admin/clock',
  '/__admin/openapi.json',
];

/** More clients than files may be open: what is asked for then for the first time works later. */
export const fewDescriptors: Scenario = {
  name: 'few-descriptors',
  title: 'more connections than files may be open',
  async run(stage) {
    const mock = await stage.start([], { descriptors: DESCRIPTORS });
    const clients = Array.from({ length: CLIENTS }, () => connect(mock.port, mock.host).on('error', () => {}));
    await pause(300);
    const readers = clients.slice(0, ASKING).map((client) => {
      const reader = readReplies('GET');
      client.on('data', (data: Buffer) => reader.take(data));
      client.write(PAGES.map((target) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
      return reader;
    });
    await pause(500);
    const failed = readers.flatMap(({ replies }) => replies).filter(({ status }) => status === 500);
    const meanwhile = failed.length === 0 ? [] : [`${failed.length} replies of 500 while no descriptor was left`];
    for (const client of clients) client.destroy();
    await pause(300);
    const pages = await getAll(mock, PAGES, stage.token);
    const wrong = pages
      .filter(([, status]) => status !== 200)
      .map(([target, status]) => `${target} got ${status} after the descriptors had been used up`);
    return [
      ...meanwhile,
      ...wrong,
      ...unlessServed('afterwards', await askLists(mock, stage, 20)),
      ...(await endGently(stage, mock)),
    ];
  },
};
