import { Refused } from '../../reach/application';
import { at, bodyOf, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const QUEUED_MS = 100;
const RUNNING_MS = 200;

const LONG_MS = 60_000;

/** Archives, each made by a job that goes on by itself. */
export const archives: Part = (world, does) => {
  const { archives: table, versions } = world;
  const shown = (record: Stored, isLook = 1): Stored => {
    const began = Date.parse(String(record.created_at));
    const age = Date.now() - began + (does('an archive is ready at once') ? LONG_MS : 0);
    const looks = (versions.get(String(record.id)) ?? 0) + isLook;
    versions.set(String(record.id), looks);
    const done = does('an archive shows how far it is') ? { done: age } : {};
    const percent = does('an archive falls back as it goes on')
      ? Math.max(0, 90 - Math.floor(age / 10))
      : does('an archive is whole before it is ready')
        ? 100
        : Math.max(0, Math.min(99, Math.floor(age / 4)));
    const going = { ...done, percent };
    const early = does('an archive has a size before it is ready') ? { size: 512 } : {};
    if (age < QUEUED_MS) return { ...record, ...going, ...early, phase: 'queued' };
    const running = does('an archive runs for long') ? LONG_MS : RUNNING_MS;
    if (age < QUEUED_MS + running) {
      const isBack = does('an archive goes back to be queued') && looks % 2 === 0;
      return { ...record, ...going, ...early, phase: isBack ? 'queued' : 'running' };
    }
    const ended = does('an archive is finished whenever one looks') ? Date.now() : began + QUEUED_MS + RUNNING_MS;
    const finished = new Date(ended).toISOString();
    const isBroken = does('an archive that is ready fails') && looks % 2 === 0;
    const rows = does('an archive that is ready has more rows each time') ? looks : 7;
    const size = does('a ready archive has no size') ? {} : { size: 512 };
    const whole = { percent: does('an archive that is ready is not whole') ? 99 : 100 };
    return { ...record, ...done, ...whole, ...size, phase: isBroken ? 'failed' : 'ready', rows, finished_at: finished };
  };
  return {
    listArchives: () => ({ status: 200, body: [...table.values()].map((one) => shown(one)) }),
    startArchive: (asked) => {
      const id = newId('arc');
      const compressed = does('an archive is compressed unless that is refused');
      const record = { id, compressed, ...pick(bodyOf(asked), ['kind', 'compressed']), created_at: world.now() };
      table.set(id, record);
      const end = does('the location of an archive is that of its rows') ? '/rows' : '';
      const Location = `${PREFIX}/archives/${does('the location of an archive is that of none') ? 'arc_00000000' : id}${end}`;
      return { status: 202, headers: { Location }, body: shown(record) };
    },
    removeArchive: (asked) => {
      const { id } = at(table, asked, 'archiveId');
      if (!does('an archive that is deleted is still there')) table.delete(String(id));
      return { status: 204 };
    },
    getRows: (asked) => {
      const { phase, rows } = shown(at(table, asked, 'archiveId'), 0);
      if (phase !== 'ready' && !does('rows come before the archive is ready'))
        throw new Refused(409, `It is ${phase}.`);
      const count = Number(rows ?? 0) - (does('an archive has a row less than it says') ? 1 : 0);
      return { status: 200, body: Array.from({ length: count }, (_, nth) => ({ nth })) };
    },
    getArchive: (asked) => {
      const body = shown(at(table, asked, 'archiveId'));
      const isOver = body.phase === 'ready' || body.phase === 'failed';
      const isThere = isOver
        ? does('an archive that is ready is to be looked at again')
        : !does('no archive says when to look again');
      return { status: 200, headers: isThere ? { 'Retry-After': '1' } : {}, body };
    },
  };
};
