import type { Contract } from '../../../openapi/contract';
import type { TrafficNotes } from '../../traffic/judge-recordings';
import type { RunResult } from '../../verdict/result';
import { coverageOf } from './coverage';
import { listed } from './wording';

/** Of a list a line shows the first ten. */
const some = (list: readonly string[]): string => listed(list, 10);

/**
 * What a report says of recorded traffic, in lines: what was judged of it, what was not and why, and what it never touched.
 *
 * @param files names of those that end in the middle
 */
export function trafficText(
  contract: Contract,
  result: RunResult,
  notes: TrafficNotes,
  files: readonly string[],
): readonly string[] {
  const keys = keysText(notes);
  return [
    ...(keys === undefined ? [] : [`Keys: ${keys}.`]),
    ...files.map((name) => `${name} ends in the middle of an entry: everything before it was judged.`),
    ...counted('Not judged', notes.asides),
    ...counted('Below the base URL, but of no operation', notes.unknown),
    ...counted('Other hosts', notes.outside, (origin) => (origin === '' ? 'by other schemes' : origin)),
    ...(notes.withoutBody === 0
      ? []
      : [`${replies(notes.withoutBody)} recorded without the complete body: the body was not judged.`]),
    ...(notes.withoutHeaders === 0
      ? []
      : [
          `${replies(notes.withoutHeaders)} recorded with only some of the headers, it seems: none was reported missing.`,
        ]),
    ...(notes.withoutKey === 0
      ? []
      : [
          `${notes.withoutKey} ${notes.withoutKey === 1 ? 'request was' : 'requests were'} served without a key, or the recorder left it out: their replies were not compared with each other.`,
        ]),
    ...untouched(contract, result),
  ];
}

const replies = (count: number): string => (count === 1 ? '1 reply was' : `${count} replies were`);

function keysText({ callers }: TrafficNotes): string | undefined {
  const names = callers.flatMap((credential) =>
    typeof credential === 'object' && 'caller' in credential && credential.caller !== 'nobody'
      ? [credential.caller]
      : [],
  );
  return names.length === 0 ? undefined : some(names.map((name, index) => `key ${index + 1} (sha256 ${name}…)`));
}

function counted<Key extends string>(
  title: string,
  counts: ReadonlyMap<Key, number>,
  shown: (key: Key) => string = String,
): readonly string[] {
  if (counts.size === 0) return [];
  const list = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => `${count} ${count === 1 ? (ONE[key] ?? shown(key)) : shown(key)}`);
  return [`${title}: ${some(list)}.`];
}

/** What is said of a single one. */
const ONE: Readonly<Record<string, string>> = {
  preflights: 'preflight',
  redirects: 'redirect',
  'parts of a reply': 'part of a reply',
};

/** What of the contract no request came near. */
function untouched(contract: Contract, result: RunResult): readonly string[] {
  const { operations } = coverageOf({ contract, result });
  const touched = operations.filter(({ requests }) => requests > 0);
  // What stood in a body that is not in the file is not known.
  const bodiless = new Set(
    result.exchanges.flatMap(({ request }) => (request.body === undefined ? [request.operation.id] : [])),
  );
  const unrecorded = touched.filter(
    ({ operation, inputs }) => bodiless.has(operation) && inputs.some((one) => one.in === 'body'),
  );
  const never = {
    operations: operations.filter(({ requests }) => requests === 0).map(({ operation }) => operation),
    replies: touched.flatMap(({ operation, replies: all }) => {
      const left = all.filter(({ seen }) => seen === 0).map(({ status }) => status);
      return left.length === 0 ? [] : [`${operation} ${left.join(' ')}`];
    }),
    inputs: touched.flatMap(({ operation, inputs }) => {
      const left = inputs
        .filter((one) => one.kept + one.broken === 0 && !(one.in === 'body' && bodiless.has(operation)))
        .map(({ name }) => name);
      return left.length === 0 ? [] : [`${operation} ${left.join(' ')}`];
    }),
  };
  return [
    ...(never.operations.length === 0 ? [] : [`Operations never called: ${some(never.operations)}.`]),
    ...(never.replies.length === 0 ? [] : [`Documented replies never seen: ${some(never.replies)}.`]),
    ...(unrecorded.length === 0
      ? []
      : [`Requests recorded without a body: ${some(unrecorded.map(({ operation }) => operation))}.`]),
    ...(never.inputs.length === 0 ? [] : [`Parameters and properties never sent: ${some(never.inputs)}.`]),
  ];
}
