import { gzipSync } from 'node:zlib';
import { encode } from '../wire/encode';
import { openLane } from '../wire/lane';
import { endGently } from './end';
import type { Scenario } from './model';
import { besideAnother } from './others';

const CLIENTS = 12;
const INFLATED = 2 ** 28;

/** States of a few hundred kilobytes that inflate to a quarter of a gigabyte each. */
export const inflatedBodies: Scenario = {
  name: 'inflated-bodies',
  title: 'bodies of the control plane that inflate to 256 MiB each',
  async run(stage) {
    const mock = await stage.start([]);
    const target = `${stage.controlPrefix}/state`;
    const headers: [string, string][] = [
      ['Authorization', `Bearer ${stage.token}`],
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ];
    const body = gzipSync(Buffer.alloc(INFLATED, 0x20));
    const parts = [encode({ method: 'PUT', target, headers, body })];
    const send = async (): Promise<void> => {
      const lane = openLane(mock);
      await lane.send({ parts, ending: 'wait', request: { method: 'PUT', target } });
      lane.close();
    };
    const complaints = await besideAnother(stage, mock, () => Promise.all(Array.from({ length: CLIENTS }, send)));
    return [...complaints, ...(await endGently(stage, mock))];
  },
};
