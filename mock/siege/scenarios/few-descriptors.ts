import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { askLists, getAll, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const DESCRIPTORS = 64;
const CLIENTS = 80;
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
    for (const client of clients.slice(0, 5))
      client.write('GET /__admin/clock HTTP/1.1\r\nHost: a\r\n\r\nGET /docs HTTP/1.1\r\nHost: a\r\n\r\n');
    await pause(300);
    for (const client of clients) client.destroy();
    await pause(300);
    const pages = await getAll(mock, PAGES, stage.token);
    const wrong = pages
      .filter(([, status]) => status !== 200)
      .map(([target, status]) => `${target} got ${status} after the descriptors had been used up`);
    return [
      ...wrong,
      ...unlessServed('afterwards', await askLists(mock, stage, 20)),
      ...(await endGently(stage, mock)),
    ];
  },
};
