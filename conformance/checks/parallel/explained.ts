import { own } from '../../../openapi/contract';
import { type Exchange, isRefusal } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { carries, echoedProperties, type Ways } from '../../rules/relations/carries';

/** One of several writes to a record that were sent at once. */
export interface Write {
  readonly exchange: Exchange;
  /** All of the record, or some of its members. */
  readonly role: 'replace' | 'patch';
  readonly sent: JsonRecord;
  /** The schema of what was sent of the record. */
  readonly schema: Ways['sent'];
}

/** What a read shows of a record, and how its schema says it. */
export interface Read {
  readonly record: JsonRecord;
  readonly schema: Ways['shown'];
}

/**
 * The first member of a record that no order of the writes explains; undefined where one explains all of them.
 *
 * Each write is one step. Of the writes that replace the record one was the last, or none has been done yet; of those that
 * patch a member any may have come after it. What the contract does not show again, or nobody has sent, may be anything.
 *
 * @param initial the record before the writes
 * @param isAfter whether the read began when all of them had ended
 */
export function unexplained(
  read: Read,
  initial: JsonRecord,
  writes: readonly Write[],
  isAfter: boolean,
): string | undefined {
  const done = writes.filter(({ exchange }) => !isRefusal(exchange));
  const replacements = done.filter(({ role }) => role === 'replace');
  const patches = done.filter(({ role }) => role === 'patch');
  const names = [...new Set(done.flatMap(({ sent }) => Object.keys(sent)))];
  const isNecessary = (write: Write): boolean => isAfter && isCertain(write);

  /** What one member may show, if this write was the last that replaced the record, or if none was. */
  const mayShow = (name: string, last: Write | undefined): boolean => {
    const ofName = patches.filter(({ sent }) => own(sent, name) !== undefined);
    if (ofName.some((write) => shows(read, name, write))) return true;
    if (last !== undefined) return own(last.sent, name) === undefined || shows(read, name, last);
    if (ofName.some(isNecessary)) return !isShown(read, name, ofName);
    return sameJson(own(initial, name), own(read.record, name));
  };

  const bases = replacements.some(isNecessary) ? replacements : [undefined, ...replacements];
  const wrong = bases.map((last) => names.find((name) => !mayShow(name, last)));
  return wrong.some((name) => name === undefined) ? undefined : wrong[0];
}

/** Whether a write has been done: without a reply, or with a 5xx, it may have been. */
const isCertain = ({ exchange: { response } }: Write): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300 && response.status !== 202;

const waysOf = ({ schema }: Read, write: Write): ReadonlyMap<string, Ways> =>
  echoedProperties({ sent: write.schema, shown: schema });

function shows(read: Read, name: string, write: Write): boolean {
  const ways = waysOf(read, write).get(name);
  return ways === undefined || carries(ways, own(write.sent, name), own(read.record, name));
}

const isShown = (read: Read, name: string, writes: readonly Write[]): boolean =>
  writes.some((write) => waysOf(read, write).has(name));
