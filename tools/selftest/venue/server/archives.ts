import { at, bodyOf, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const QUEUED_MS = 100;
const RUNNING_MS = 200;

/** Archives, each made by a job that goes on by itself. */
export const archives: Part = (world) => {
  const { archives: table } = world;
  const shown = (record: Stored): Stored => {
    const began = Date.parse(String(record.created_at));
    const age = Date.now() - began;
    if (age < QUEUED_MS) return { ...record, phase: 'queued' };
    if (age < QUEUED_MS + RUNNING_MS) return { ...record, phase: 'running' };
    const finished = new Date(began + QUEUED_MS + RUNNING_MS).toISOString();
    return { ...record, phase: 'ready', rows: 7, finished_at: finished };
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
