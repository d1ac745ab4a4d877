import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { creation } from '../http/conforming';
import { type ReplyReader, readReplies } from '../http/replies';
import { encode } from '../http/request';
import { openSession } from '../target/control';
import { endedWithin } from '../target/mock';
import {
  besideAnother,
  controlOf,
  controlRequest,
  endGently,
  type Scenario,
  type Stage,
  sendTimes,
  storedRecords,
  unlessServed,
  withMock,
} from './scenario';

/** States of a few hundred kilobytes that inflate to a quarter of a gigabyte each. */
const inflatedBodies: Scenario = {
  name: 'inflated-bodies',
  title: 'bodies of the control plane that inflate to 256 MiB each',
  run: withMock([], (stage, mock) => {
    const put = controlRequest(stage, 'PUT', '/state');
    const request = {
      ...put,
      headers: [...put.headers, ['Content-Type', 'application/json'], ['Content-Encoding', 'gzip']] as const,
      body: gzipSync(Buffer.alloc(2 ** 28, ' ')),
    };
    return besideAnother(stage, mock, () => Promise.all(Array.from({ length: 12 }, () => sendTimes(mock, request, 1))));
  }),
};

/** Request logs of many sessions, which together would be larger than they may. */
const fullJournals: Scenario = {
  name: 'full-journals',
  title: 'sessions whose request logs would fill the memory',
  run: withMock(['--journal-memory', '16', '--records-memory', '16', '--max-sessions', '100'], async (stage, mock) => {
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const { key } = await openSession(controlOf(stage, mock), 'full', stage.contract);
      const request = creation(stage.contract, key, 60_000);
      if (request !== undefined) statuses.push(...(await sendTimes(mock, request, 40)));
    }
    // 507: the stated bound of the records is reached.
    return unlessServed('with full request logs', statuses, [507]);
  }),
};

const stateIn = ({ folder }: Stage): readonly string[] => [
  ...['--state', join(folder, 'state.json'), '--fixtures', 'none', '--plan-limits', 'off'],
];

/** SIGTERM while clients send without end: what was stored is what was answered. */
const termInFlood: Scenario = {
  name: 'term-in-flood',
  title: 'SIGTERM while clients send requests without end',
  async run(stage) {
    const request = creation(stage.contract, stage.key);
    if (request === undefined) return [];
    const mock = await stage.start(stateIn(stage));
    const many = Buffer.concat(Array.from({ length: 20 }, () => encode(request)));
    // Not by autocannon: which replies came before the connection ended has to be known to the last one.
    const flood = (): ReplyReader => {
      const socket = stage.connect(mock);
      const reader = readReplies('POST');
      const more = (): void => {
        if (socket.writable) socket.write(many, () => setImmediate(more));
      };
      socket.on('connect', more).on('data', (data: Buffer) => reader.take(data));
      return reader;
    };
    const readers = [flood(), flood(), flood(), flood()];
    await pause(300);
    const complaints = await endGently(stage, mock);
    const accepted = readers.flatMap(({ replies }) => replies).filter(({ status }) => status < 300).length;
    const after = await stage.start(stateIn(stage));
    const stored = await storedRecords(stage, after);
    return [
      ...complaints,
      ...(stored === accepted ? [] : [`${stored} records were stored, and ${accepted} were answered`]),
      ...(await endGently(stage, after)),
    ];
  },
};

/** SIGKILL while the state file is written: the next run finds the old one, or the new one. */
const killedInSave: Scenario = {
  name: 'killed-in-save',
  title: 'SIGKILL while the state is saved',
  async run(stage) {
    const request = creation(stage.contract, stage.key, 20_000);
    if (request === undefined) return [];
    let before = 0;
    for (const time of [1, 2, 3]) {
      const mock = await stage.start(stateIn(stage));
      const stored = await storedRecords(stage, mock);
      if (stored < before) return [`${stored} records were left of ${before} that had been saved`];
      before = stored;
      const client = stage.connect(mock).resume();
      for (let count = 0; count < 50; count += 1) client.write(encode(request));
      // Saves come some time after a change; each time it is killed a little later.
      await pause(time * 130);
      mock.signal('SIGKILL');
      await endedWithin(mock, 5000);
    }
    return endGently(stage, await stage.start(stateIn(stage)));
  },
};

export const STATE: readonly Scenario[] = [inflatedBodies, fullJournals, termInFlood, killedInSave];
