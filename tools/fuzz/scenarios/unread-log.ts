import { residentMemory } from '../target/memory';
import { askLists, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const REQUESTS = 6000;
/** Characters of the query, which stands in each line. */
const QUERY = 8000;
/** The lines of a log that nobody reads take less than that. */
const GROWTH = 32 * 2 ** 20;

/** A pipe that is open, and that nobody reads. */
export const unreadLog: Scenario = {
  name: 'unread-log',
  title: 'a log that nobody reads',
  async run(stage) {
    const mock = await stage.start(['--log', 'requests', '--journal', '1'], { log: 'pipe' });
    mock.log?.pause();
    const warm = await askLists(mock, stage, 1000, QUERY);
    const before = residentMemory(mock.pid);
    const statuses = [...warm, ...(await askLists(mock, stage, REQUESTS, QUERY))];
    const grown = residentMemory(mock.pid) - before;
    const tooMuch =
      grown > GROWTH ? [`a log that nobody reads took ${Math.round(grown / 2 ** 20)} MiB for ${REQUESTS} lines`] : [];
    return [...unlessServed('with a log that nobody reads', statuses), ...tooMuch, ...(await endGently(stage, mock))];
  },
};
