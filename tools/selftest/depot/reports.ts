/** Reports are jobs: they take a while, and leave a file. */
import { type Asked, Refused } from '../reach/application';
import type { Does } from './access';
import { type Accounts, at, bodyOf, type Handlers, newId, now, refuse, type Stored } from './accounts';

const COLUMNS = {
  purchases: ['id', 'client_id', 'state', 'total_cents'],
  deposits: ['id', 'purchase_id', 'method', 'amount_cents'],
} as const;

export function reports(does: Does, { accountOf }: Accounts): Handlers {
  const requests = new Map<string, Asked>();
  /** A line for each record that a report is about. */
  const fileOf = (asked: Asked): string => {
    const {
      kind,
      from,
      filter = {},
    } = bodyOf(asked) as { kind: 'purchases' | 'deposits'; from?: string; filter?: Stored };
    const isAsked = (one: Stored): boolean =>
      (from === undefined || does('a report begins with the first record') || String(one.created_at) >= from) &&
      (does('a report is of all clients') || Object.entries(filter).every(([name, value]) => one[name] === value));
    const names = COLUMNS[kind];
    const rows = [...accountOf(asked)[kind].values()].filter(isAsked);
    const kept = does('a report lacks the last record') ? rows.slice(0, -1) : rows;
    const value = (one: Stored, name: string): string =>
      String(
        name.endsWith('_cents') && does('a report shows cents as units') ? Number(one[name]) / 100 : (one[name] ?? ''),
      );
    return [names, ...kept.map((one) => names.map((name) => value(one, name)))]
      .map((row) => `${row.join()}\n`)
      .join('');
  };
  const reportAt = (asked: Asked, look = 0): Stored => {
    const report = at(accountOf(asked).reports, asked.path.report_id);
    const { looks } = accountOf(asked);
    const count = (looks.get(String(report.id)) ?? 0) + look;
    looks.set(String(report.id), count);
    const age = Date.now() - Date.parse(String(report.created_at));
    const isSlow = does('a report takes its second');
    const [queued, running] = isSlow ? [400, 1100] : [60, 300];
    const turn = does('a report goes back') ? ['queued', 'running', 'queued', 'running'][count - 1] : undefined;
    if (turn !== undefined) return { ...report, status: turn, progress: 0 };
    if (age < queued) return { ...report, status: 'queued', progress: 0 };
    if (age < running) {
      const progress = does('the progress falls') ? 90 - Math.floor(age / 4) : Math.min(99, Math.floor(age / 12));
      const told = does('the progress is a fraction of one') ? progress / 100 + 0.001 : progress;
      return { ...report, status: 'running', progress: Math.max(0, told) };
    }
    const isLost = does('what has succeeded fails') && count % 2 === 0;
    const file = does('a finished report has no file') ? {} : { file_url: `/depot/reports/${report.id}/file` };
    const progress = does('a finished report is at half') ? 50 : 100;
    return { ...report, ...(isLost ? {} : file), status: isLost ? 'failed' : 'succeeded', progress };
  };

  return {
    createReport: (asked) => {
      const id = newId('re');
      const status = does('a report begins as running') ? 'running' : 'queued';
      const record = { id, kind: bodyOf(asked).kind, status, progress: 0, created_at: now() };
      accountOf(asked).reports.set(id, record);
      accountOf(asked).files.set(id, fileOf(asked));
      requests.set(id, asked);
      const Location = `/depot/reports/${does('the location of a report is nowhere') ? 're_0' : id}`;
      return { status: 202, headers: { Location, 'Retry-After': 1 }, body: record };
    },
    getReport: (asked) => {
      const report = reportAt(asked, 1);
      const isOver = ['succeeded', 'failed'].includes(String(report.status));
      const headers = isOver ? {} : { 'Retry-After': 1 };
      return { status: 200, headers, body: report };
    },
    downloadReport: (asked) => {
      const { status } = reportAt(asked);
      const isEarly =
        does('the file is there at once') || (status === 'running' && does('the file is there half done'));
      if (status !== 'succeeded' && !isEarly) refuse('The report has not succeeded.');
      const age = Date.now() - Date.parse(String(accountOf(asked).reports.get(asked.path.report_id ?? '')?.created_at));
      if (age < 420 && does('the file is there a moment later')) refuse('The file is being written.');
      if (does('the file is never there')) throw new Refused(404, 'Not found');
      if (does('the file of a finished report is a 409')) refuse('The report has not succeeded.');
      const id = asked.path.report_id ?? '';
      const late = does('a report is written when it is read') ? requests.get(id) : undefined;
      const body = late === undefined ? accountOf(asked).files.get(id) : fileOf(late);
      return { status: 200, headers: { 'Content-Type': 'text/csv' }, body: body ?? '' };
    },
  };
}
