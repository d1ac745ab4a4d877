import { once } from 'node:events';
import { askLists, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

/** As `2>&1 | head -1`: whoever reads the log leaves after a line. */
export const closedLog: Scenario = {
  name: 'closed-log',
  title: 'a log whose reader has left',
  async run(stage) {
    const mock = await stage.start(['--log', 'requests'], { log: 'pipe' });
    const first = mock.log === null ? undefined : once(mock.log, 'data');
    const before = await askLists(mock, stage, 1);
    await first;
    mock.log?.destroy();
    const statuses = [...before, ...(await askLists(mock, stage, 200))];
    return [...unlessServed('after the reader of the log had left', statuses), ...(await endGently(stage, mock))];
  },
};
