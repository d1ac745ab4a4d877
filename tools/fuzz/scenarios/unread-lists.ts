import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMemory } from '../target/memory';
import { encode } from '../wire/encode';
import { openLane } from '../wire/lane';
import { type LargeList, largeList, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

/** Large replies are most of what this mock may take. */
const FLAGS = ['--records-memory', '32', '--max-connections', '200', '--max-sessions', '1', '--fixtures', 'none'];
const RECORDS = 24;
const TEXT = 'é'.repeat(400_000);
const CLIENTS = 110;
const MEANWHILE_MS = 2000;
/** What replies may take, and what is garbage of making them. */
const GROWTH = 800 * 2 ** 20;

/** Clients that each ask for a list of some 16 MiB, and read nothing of it. */
export const unreadLists: Scenario = {
  name: 'unread-lists',
  title: 'large lists that nobody reads',
  async run(stage) {
    const large = largeList(stage.contract, stage.key, TEXT);
    if (large === undefined) return [];
    const mock = await stage.start(['--plan-limits', 'off', '--journal', '0', ...FLAGS]);
    const filled = await fill(openLane(mock), large);
    const before = residentMemory(mock.pid);
    const clients: Socket[] = [];
    const target = `${stage.controlPrefix}/health`;
    const health = { method: 'GET', target, bytes: encode({ method: 'GET', target, headers: [], body: undefined }) };
    const complaints = await besideAnother(
      stage,
      mock,
      async () => {
        while (clients.length < CLIENTS) {
          const client = connect(mock.port, mock.host).on('error', () => {});
          clients.push(client);
          await once(client, 'connect');
          client.pause().write(large.list);
        }
        await pause(MEANWHILE_MS);
      },
      { ...health, bytes: health.bytes.toString('latin1') },
    );
    const grown = residentMemory(mock.pid) - before;
    const tooMuch =
      grown > GROWTH ? [`${CLIENTS} lists that nobody reads took ${Math.round(grown / 2 ** 20)} MiB`] : [];
    const ended = await endGently(stage, mock);
    for (const client of clients) client.destroy();
    return [...filled, ...complaints, ...tooMuch, ...ended];
  },
};

/** Stores the records of the list; sentences where one is refused. */
async function fill(lane: ReturnType<typeof openLane>, { creation }: LargeList): Promise<readonly string[]> {
  const statuses: number[] = [];
  while (statuses.length < RECORDS) {
    const { replies } = await lane.send({ parts: [creation], ending: 'wait', request: { method: 'POST', target: '' } });
    statuses.push(replies[0]?.status ?? 0);
  }
  lane.close();
  return unlessServed('large records', statuses);
}
