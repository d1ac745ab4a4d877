import { at, bodyOf, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const QUEUED_MS = 100;
const RUNNING_MS = 200;

const LONG_MS = 60_000;

/** Archives, each made by a job that goes on by itself. */
export const archives: Part = (world, does) => {
  const { archives: table, versions } = world;
  const shown = (record: Stored): Stored => {
    const began = Date.parse(String(record.created_at));
    const age = Date.now() - began + (does('an archive is ready at once') ? LONG_MS : 0);
    const looks = (versions.get(String(record.id)) ?? 0) + 1;
    versions.set(String(record.id), looks);
    const done = does('an archive shows how far it is') ? { done: age } : {};
    if (age < QUEUED_MS) return { ...record, ...done, phase: 'queued' };
    const running = does('an archive runs for long') ? LONG_MS : RUNNING_MS;
    if (age < QUEUED_MS + running) {
      const isBack = does('an archive goes back to be queued') && looks % 2 === 0;
      return { ...record, ...done, phase: isBack ? 'queued' : 'running' };
    }
    const finished = new Date(began + QUEUED_MS + RUNNING_MS).toISOString();
    const isBroken = does('an archive that is ready fails') && looks % 2 === 0;
    const rows = does('an archive that is ready has more rows each time') ? looks : 7;
    return { ...record, ...done, phase: isBroken ? 'failed' : 'ready', rows, finished_at: finished };
  };
  return {
    listArchives: () => ({ status: 200, body: [...table.values()].map(shown) }),
    startArchive: (asked) => {
      const id = newId('arc');
      const record = { id, compressed: false, ...pick(bodyOf(asked), ['kind', 'compressed']), created_at: world.now() };
      table.set(id, record);
      return { status: 202, headers: { Location: `${PREFIX}/archives/${id}` }, body: shown(record) };
    },
    getArchive: (asked) => ({ status: 200, body: shown(at(table, asked, 'archiveId')) }),
  };
};
