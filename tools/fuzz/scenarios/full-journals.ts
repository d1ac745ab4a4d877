import { planeOf } from '../target/plane';
import { type Address, openLane } from '../wire/lane';
import { creation } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const SESSIONS = 60;
const REQUESTS = 40;
const BODY = 60_000;

/** Journals of many worlds, which together would be larger than they may. */
export const fullJournals: Scenario = {
  name: 'full-journals',
  title: 'sessions whose journals would fill the memory',
  async run(stage) {
    const mock = await stage.start(['--journal-memory', '16', '--records-memory', '16', '--max-sessions', '100']);
    const plane = planeOf(mock, stage.controlPrefix, stage.token, () => {});
    const sent: number[] = [];
    for (let count = 0; count < SESSIONS; count += 1) {
      // True by the document of the control plane.
      const { apiKeys } = (await plane.ask('POST', '/sessions', { plans: 'unlimited' })) as {
        apiKeys: Record<string, string>;
      };
      const request = creation(stage.contract, Object.values(apiKeys)[0] ?? '', BODY);
      if (request === undefined) return endGently(stage, mock);
      sent.push(...(await createAll(mock, request)));
    }
    const failed = sent.filter((status) => status !== 507 && (status < 200 || status > 299));
    const wrong =
      failed.length === 0 ? [] : [`${failed.length} of ${sent.length} requests got ${[...new Set(failed)].join(', ')}`];
    return [...wrong, ...(await endGently(stage, mock))];
  },
};

async function createAll(at: Address, request: Buffer): Promise<readonly number[]> {
  const lane = openLane(at);
  const statuses: number[] = [];
  while (statuses.length < REQUESTS) {
    const { replies } = await lane.send({ parts: [request], ending: 'wait', request: { method: 'POST', target: '' } });
    statuses.push(replies[0]?.status ?? 0);
  }
  lane.close();
  return statuses;
}
