import { Refused } from '../server/refused';
import type { Asked, Kind, Page, Stored } from './model';

const MOST: Readonly<Record<Kind, number>> = { branches: 50, books: 100, copies: 30 };
const USUAL: Readonly<Record<Kind, number>> = { branches: 10, books: 20, copies: 30 };

/** The integer of a parameter. @throws Refused where it is none from `least` to `most` */
function integerOf({ query }: Asked, name: string, usual: number, least: number, most: number): number {
  const [written = String(usual), ...more] = query.getAll(name);
  const value = Number(written);
  if (more.length === 0 && /^\d{1,15}$/.test(written) && value >= least && value <= most) return value;
  throw new Refused(400, 'bad_parameter', `The parameter "${name}" must be an integer from ${least} to ${most}.`);
}

export const sizeOf = (asked: Asked): number => integerOf(asked, 'limit', USUAL[asked.kind], 1, MOST[asked.kind]);

/** Branches are paged by an offset, books from where the page before has ended, copies not at all. */
export function page(records: readonly Stored[], asked: Asked): Page {
  const size = sizeOf(asked);
  if (asked.kind === 'books') return pageAfter(records, size, asked);
  const offset = asked.kind === 'branches' ? integerOf(asked, 'offset', 0, 0, Number.MAX_SAFE_INTEGER) : 0;
  return { records: records.slice(offset, offset + size), said: { total: BigInt(records.length) } };
}

function pageAfter(records: readonly Stored[], size: number, { query }: Asked): Page {
  const after = query.get('after');
  const last = after === null ? undefined : /^b(\d{1,19})$/.exec(after)?.[1];
  if (after !== null && last === undefined)
    throw new Refused(400, 'bad_parameter', 'The parameter "after" is unknown.');
  const left = records.filter(({ id }) => last === undefined || (typeof id === 'bigint' && id > BigInt(last)));
  const shown = left.slice(0, size);
  return { records: shown, said: { next: left.length > size ? `b${shown.at(-1)?.id}` : null } };
}
