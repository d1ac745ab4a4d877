import { closeSync, existsSync, openSync } from 'node:fs';
import { askLists, unlessServed } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

/** A disk that is full: every write of the log fails. */
export const fullLog: Scenario = {
  name: 'full-log',
  title: 'a log on a full disk',
  async run(stage) {
    if (!existsSync('/dev/full')) return [];
    const full = openSync('/dev/full', 'w');
    try {
      const mock = await stage.start(['--log', 'requests'], { log: full });
      return [
        ...unlessServed('with a log that can not be written', await askLists(mock, stage, 200)),
        ...(await endGently(stage, mock)),
      ];
    } finally {
      closeSync(full);
    }
  },
};
