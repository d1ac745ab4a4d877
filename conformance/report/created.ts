import { brief } from '../verdict/brief';
import type { RunResult } from '../verdict/result';

/** The most records that are named. */
const MOST = 10;

/** What became of the records that a run has made, in a line each: what was deleted, and what stays. */
export function createdText({ created, cleaned }: Pick<RunResult, 'created' | 'cleaned'>): readonly string[] {
  if (cleaned === undefined)
    return created.length === 0 ? [] : [`${counted(created.length)} created and stay: ${listed(created)}`];
  if (cleaned.length === 0) return [];
  const staying = cleaned.filter(({ reason }) => reason !== undefined);
  const gone = cleaned.length - staying.length;
  if (staying.length === 0) return [`${counted(gone)} created, and deleted again by --clean`];
  const reasons = [...new Set(staying.map(({ reason }) => reason))].slice(0, 3);
  return [
    `${counted(cleaned.length)} created, and ${gone} of them deleted again by --clean; ` +
      `the others stay: ${listed(staying)} (${reasons.join('; ')})`,
  ];
}

const counted = (count: number): string => `${count} ${count === 1 ? 'record was' : 'records were'}`;

const listed = (records: RunResult['created']): string =>
  `${records
    .slice(0, MOST)
    .map(({ id }) => brief(id))
    .join(', ')}${records.length > MOST ? ', …' : ''}`;
