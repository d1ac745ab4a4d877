import { once } from 'node:events';
import { connect } from 'node:net';
import { residentMemory } from '../target/memory';
import { encode } from '../wire/encode';
import { type Address, openLane } from '../wire/lane';
import { creation, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

const STREAMS = 60;
const EVENTS = 1500;
const BODY = 20_000;
const GROWTH = 300 * 2 ** 20;

/** Clients that follow the requests, and read none of them. */
export const unreadStreams: Scenario = {
  name: 'unread-streams',
  title: 'streams of requests that nobody reads',
  async run(stage) {
    const request = creation(stage.contract, stage.key, BODY);
    if (request === undefined) return [];
    const mock = await stage.start(['--plan-limits', 'off']);
    const target = `${stage.controlPrefix}/requests/stream`;
    const headers: [string, string][] = [['Authorization', `Bearer ${stage.token}`]];
    const opening = encode({ method: 'GET', target, headers, body: undefined });
    const streams = Array.from({ length: STREAMS }, () => connect(mock.port, mock.host).on('error', () => {}));
    for (const stream of streams) {
      await once(stream, 'connect');
      stream.pause().write(opening);
    }
    const before = residentMemory(mock.pid);
    const statuses: number[] = [];
    const beside = await besideAnother(stage, mock, async () => {
      statuses.push(...(await createAll(mock, request, EVENTS)));
    });
    const grown = residentMemory(mock.pid) - before;
    for (const stream of streams) stream.destroy();
    const tooMuch =
      grown > GROWTH ? [`${STREAMS} streams that nobody reads took ${Math.round(grown / 2 ** 20)} MiB`] : [];
    return [...beside, ...tooMuch, ...unlessServed('meanwhile', statuses), ...(await endGently(stage, mock))];
  },
};

async function createAll(at: Address, request: Buffer, times: number): Promise<readonly number[]> {
  const lane = openLane(at);
  const statuses: number[] = [];
  while (statuses.length < times) {
    const { replies } = await lane.send({ parts: [request], ending: 'wait', request: { method: 'POST', target: '' } });
    statuses.push(replies[0]?.status ?? 0);
  }
  lane.close();
  return statuses;
}
