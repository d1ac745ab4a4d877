import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { withQuery } from '../http/request';
import { harmless, type Scenario, sendTimes, unlessGrown, unlessServed, withMock } from './scenario';

const LOGGED = ['--log', 'requests'];

/** A disk that is full: every write of the log fails. */
const fullLog: Scenario = {
  name: 'full-log',
  title: 'a log on a full disk',
  async run(stage) {
    if (!existsSync('/dev/full')) return [];
    const log = openSync('/dev/full', 'w');
    const ask = withMock(
      LOGGED,
      async (_, mock) =>
        unlessServed('with a log that can not be written', await sendTimes(mock, harmless(stage), 200)),
      { log },
    );
    return ask(stage).finally(() => closeSync(log));
  },
};

/** As `2>&1 | head -1`: the reader of the log leaves after a line. */
const closedLog: Scenario = {
  name: 'closed-log',
  title: 'a log whose reader has left',
  run: withMock(
    LOGGED,
    async (stage, mock) => {
      const first = mock.log === null ? undefined : once(mock.log, 'data');
      const before = await sendTimes(mock, harmless(stage), 1);
      await first;
      mock.log?.destroy();
      const after = await sendTimes(mock, harmless(stage), 200);
      return unlessServed('after the reader of the log had left', [...before, ...after]);
    },
    { log: 'pipe' },
  ),
};

const LINES = 6000;
/** Characters of the query, which stands in each line. */
const QUERY = `x=${'x'.repeat(8000)}`;
/** The lines of a log that is not read take less than that. */
const GROWTH = 32 * 2 ** 20;

/** A pipe that is open, and is not read. */
const unreadLog: Scenario = {
  name: 'unread-log',
  title: 'a log that is not read',
  run: withMock(
    [...LOGGED, '--journal', '1'],
    async (stage, mock) => {
      mock.log?.pause();
      const plain = harmless(stage);
      const long = { ...plain, target: withQuery(plain.target, QUERY) };
      const warm = await sendTimes(mock, long, 1000);
      return unlessGrown(mock, `a log that is not read, of ${LINES} lines,`, GROWTH, async () =>
        unlessServed('with a log that is not read', [...warm, ...(await sendTimes(mock, long, LINES))]),
      );
    },
    { log: 'pipe' },
  ),
};

export const LOGS: readonly Scenario[] = [fullLog, closedLog, unreadLog];
