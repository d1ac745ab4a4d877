import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { planeOf } from '../target/plane';
import { endedWithin } from '../target/start';
import { creation, storedRecords } from './ask';
import { endGently } from './end';
import type { Scenario } from './model';

const PADDING = 20_000;
const TIMES = 3;

/** SIGKILL while the state file is written: the next run finds the old one, or the new one. */
export const killedInSave: Scenario = {
  name: 'killed-in-save',
  title: 'SIGKILL while the state is saved',
  async run(stage) {
    const request = creation(stage.contract, stage.key, PADDING);
    if (request === undefined) return [];
    const flags = ['--state', join(stage.folder, 'killed.json'), '--fixtures', 'none', '--plan-limits', 'off'];
    let before = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      const mock = await stage.start(flags);
      const stored = await storedRecords(
        planeOf(mock, stage.controlPrefix, stage.token, () => {}),
        stage.contract,
      );
      if (stored < before) return [`${stored} records were left of ${before} that had been saved`];
      before = stored;
      const client = connect(mock.port, mock.host).on('error', () => {});
      client.resume();
      for (let count = 0; count < 50; count += 1) client.write(request);
      // Saves come some time after a change; each time it is killed a little later.
      await pause(time * 130);
      mock.signal('SIGKILL');
      await endedWithin(mock, 5000);
      client.destroy();
    }
    return endGently(stage, await stage.start(flags));
  },
};
