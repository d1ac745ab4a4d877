import { countOf, failure, replying } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import type { Asked, Behaviour, Reply } from '../server/model';
import { LIST, READ } from './alterations';
import { clause } from './clauses';

const DAY_S = 86_400;

/** From the 41st request on every one is refused so. */
const refusingAfterForty = (refusal: (asked: Asked) => Reply): Behaviour =>
  replying({}, (_, asked) => (countOf(asked.world, 'requests') > 40 ? refusal(asked) : {}));

const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join()}}`;

const million = `[${'7,'.repeat(999_999)}7]`;
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const wide = `[{"id":1,"name":"Rex","categoryId":1,"more":${keys(200_000)}}]`;
const long = `{"id":1,"name":"Rex","categoryId":1,"more":"${'x'.repeat(6 * 2 ** 20)}"}`;

/** Servers that let a run end in peace, and their replies can't be judged. */
export const unjudgedFaults: readonly Fault[] = [
  ...breaking(['reply.judgeable', 'reply.schema', 'list.page-size'], clause.readable, [
    ['lists of a million numbers', replying(LIST, { text: million })],
    ['records nested a hundred thousand deep', replying(READ, { text: deep })],
    ['records of two hundred thousand keys', replying(READ, { text: keys(200_000) })],
    ['records of six megabytes', replying(READ, { text: long })],
    ['lists of records of two hundred thousand keys', replying(LIST, { text: wide })],
    [
      'lists in a coding that nobody asked for',
      replying(LIST, { headers: { 'Content-Encoding': 'compress' }, text: 'x' }),
    ],
  ]),
  ...breaking(['reply.judgeable'], clause.readable, [
    [
      'every request is refused for a day after forty',
      refusingAfterForty(() => ({ ...failure(429), headers: { 'Retry-After': String(DAY_S) } })),
    ],
    [
      'every request is refused until tomorrow after forty',
      refusingAfterForty(({ world }) => ({
        ...failure(429),
        headers: { 'Retry-After': new Date(world.behaviour.now() + DAY_S * 1000).toUTCString() },
      })),
    ],
    [
      'every request is refused for a moment after forty, and again and again',
      refusingAfterForty(() => ({ ...failure(429), headers: { 'Retry-After': '0' } })),
    ],
  ]),
];
