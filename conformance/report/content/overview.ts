import { groupedBy, textOf } from '../../../openapi/contract';
import { type Cause, causesOf, followingFrom } from '../../judge/causes';
import { staysUp } from '../../rules/oracles/reply';
import type { RunResult } from '../../verdict/result';
import type { ReportContext } from './context';
import { FORBIDDEN, type OperationReach, reachOf, WITH_PLACE } from './reach';
import { apartText, firstOf, listed, percentOf, plural, short } from './wording';

/** What a reader of a report can act on, each block in few lines. */
export interface Overview {
  /** A line for each cause of violations. */
  readonly broken: readonly Line[];
  /** A line for each check that has warned, or found what did not come again. */
  readonly maybe: readonly Line[];
  /** The operations that no request got a success of, by the reason. */
  readonly unreached: readonly { readonly why: string; readonly operations: readonly string[] }[];
  /** What to give the command so that more is reached, and why; nothing where the suite sends nothing itself. */
  readonly advice: readonly { readonly give: string; readonly why: string }[];
  /** How many operations gave a success, and how many there are. */
  readonly reached: number;
  readonly operations: number;
}

/** Numbers are those of the findings in a report. */
interface Line {
  readonly numbers: readonly number[];
  readonly text: string;
}

/** So many names stand in a line, and so many characters. */
const MOST_NAMES = 3;
const MOST_CHARACTERS = 200;

export function overviewOf(context: ReportContext): Overview {
  const { result } = context;
  const causes = causesOf(result.findings).map((cause, index) => ({ ...cause, number: index + 1 }));
  const isBroken = ({ finding }: Cause): boolean => finding.outcome === 'fail';
  const all = reachOf(context);
  const unreached = all.filter(({ state }) => state !== 'reached');
  return {
    broken: causes.filter(isBroken).map((cause) => ({ numbers: [cause.number], text: brokenText(cause) })),
    maybe: [
      ...groupedBy(
        causes.filter((cause) => !isBroken(cause)),
        ({ finding }) => finding.check,
      ).values(),
    ].map((some) => ({ numbers: some.map(({ number }) => number), text: maybeText(some) })),
    unreached: [...groupedBy(unreached, ({ likeness }) => likeness).values()]
      .map((some) => ({ why: some[0].why ?? '', operations: some.map(({ operation }) => operation.id) }))
      .toSorted((one, other) => other.operations.length - one.operations.length),
    advice: context.settings === undefined ? [] : adviceOf(context, unreached, unreached.length < all.length),
    reached: all.length - unreached.length,
    operations: all.length,
  };
}

function brokenText(cause: Cause): string {
  const { finding, operations } = cause;
  const { check, expected, confirmation, isOfKept } = finding;
  const following = followingFrom(cause);
  const beside = following.filter((one) => one.check === check);
  const tried =
    isOfKept === true ? '; over a kept connection' : confirmation?.came === 'not again' ? '; did not come again' : '';
  const others = following.length - beside.length;
  const seen = new Set([finding, ...beside].map((one) => short(one.actual, 90)));
  const actual = listed([...seen], MOST_NAMES);
  const wanted = seen.size === 1 ? `; expected ${short(expected, 60)}` : '';
  const also = others === 0 ? '' : `; ${plural(others, 'finding')} from the same cause`;
  return `${check}: ${actual}${wanted} — ${onText(operations)}${apartText(cause)}${also}${tried}`;
}

const onText = (operations: readonly string[]): string =>
  `${operations.length > 1 ? `on ${operations.length} operations: ` : 'on '}${listed(operations, MOST_NAMES)}`;

/** What one check has warned of, the most frequent first. */
function maybeText(causes: readonly Cause[]): string {
  const [first] = causes;
  const each = causes
    .toSorted((one, other) => other.operations.length - one.operations.length)
    .map(({ finding: { actual, outcome }, operations }) => {
      const where = operations.length > 1 ? `${operations.length} operations` : (operations[0] ?? '');
      return `${outcome === 'flaky' ? 'once ' : ''}${short(actual, 60)} (${where})`;
    });
  return short(`${first?.finding.check}: ${listed(each, MOST_NAMES)}`, MOST_CHARACTERS);
}

/** A run that has ended with its server is not told by refusals what it lacks. */
function adviceOf(
  { result, setAside }: ReportContext,
  unreached: readonly OperationReach[],
  isServed: boolean,
): Overview['advice'] {
  const found = [...result.findings, ...(setAside?.known ?? []).map(({ finding }) => finding)];
  const hasTurned = found.some(({ check }) => check === staysUp.id);
  const input = hasTurned ? [] : inputAdvice(unreached);
  const hasPlace = input.some(({ give }) => give === WITH_PLACE);
  return [
    // More requests of what is refused all the same are no help.
    ...(isServed ? budgetAdvice(result) : []),
    ...includeAdvice(result),
    ...input,
    ...toldAdvice(result).filter(({ give }) => !hasPlace || !give.startsWith('--credential-in')),
  ];
}

const budgetAdvice = ({ enough }: RunResult): Overview['advice'] =>
  enough === undefined
    ? []
    : [
        {
          give: `--max-requests ${enough}`,
          why: `the request budget ran out before everything was judged; all of it takes about ${enough} requests, going by the cases so far`,
        },
      ];

/** For each kind of refusal what was not known: who may, which record, which input. */
function inputAdvice(unreached: readonly OperationReach[]): Overview['advice'] {
  const forbidden = unreached.filter(
    ({ statuses, wanted }) =>
      wanted === undefined && statuses.length > 0 && statuses.every((one) => FORBIDDEN.includes(one)),
  );
  const wanting = unreached.flatMap(({ wanted, give, ...one }) =>
    wanted === undefined || give === undefined ? [] : [{ ...one, wanted, give }],
  );
  const values = [...groupedBy(wanting, ({ wanted: { name, value } }) => `${name}=${textOf(value)}`).values()].map(
    ([first, ...others]) => ({
      give: first.give,
      why: `a value ${first.wanted.isOfRecord ? 'of a record that is there' : 'that the server takes'}: ${reasonsOf([first, ...others])}${others.length === 0 ? '' : `; the same for ${namesOf(others)}`}`,
    }),
  );
  const keys = [...groupedBy(forbidden, ({ give }) => give).values()].map((some) => ({
    give: some[0].give === WITH_PLACE ? WITH_PLACE : '--api-key KEY (or --credential SCHEME=VALUE, -H)',
    why: `one that may call ${namesOf(some)}: ${reasonsOf(some)}${some[0].give === WITH_PLACE ? '; the document names no place for a key' : ''}`,
  }));
  return [
    ...keys,
    ...values,
    ...(values.length < FEW
      ? []
      : [
          {
            give: '--examples FILE',
            why: 'all such values at once: `reach.examples` of --report json is a file to fill in',
          },
        ]),
  ];
}

/** As many values are better given in a file. */
const FEW = 3;

const namesOf = (some: readonly OperationReach[]): string =>
  listed(
    some.map(({ operation }) => operation.id),
    MOST_NAMES,
  );

const reasonsOf = (some: readonly OperationReach[]): string =>
  [...new Set(some.map(({ why = '' }) => why))].slice(0, 2).join('; ');

const includeAdvice = ({ notCalled = [] }: RunResult): Overview['advice'] =>
  notCalled.length === 0
    ? []
    : [
        {
          give: `--include ${notCalled.map(({ operation }) => operation.id).join()}`,
          why: 'only where the server may come to harm',
        },
      ];

/** Flags that the reasons of what could not be judged name, but those that are told with their values. */
function toldAdvice({ cells, enough }: RunResult): Overview['advice'] {
  const told = cells
    .filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'skip')
    .flatMap(({ operation, reasons }) => reasons.map((why) => ({ operation, why })))
    .flatMap((one) => [...one.why.matchAll(FLAG)].map(([flag]) => ({ ...one, flag })))
    .filter(({ flag }) => !WITH_VALUES.includes(flag) && !(flag === '--max-requests' && enough !== undefined));
  return [...groupedBy(told, ({ flag }) => flag)].map(([flag, some]) => {
    const operations = [...new Set(some.map(({ operation }) => operation))];
    return { give: flag, why: `${some[0].why} (${listed(operations, MOST_NAMES)})` };
  });
}

const WITH_VALUES = ['--example', '--include'];
/** With the value that stands behind it, where that is one to paste. */
const FLAG = /--[a-z]+(?:-[a-z]+)*(?: [a-z]+:[\w:-]+)?/g;

/** The overview in blocks of lines that begin with their heading; what fits a terminal of forty lines. */
export function overviewText(context: ReportContext): readonly (readonly string[])[] {
  const { broken, maybe, unreached, advice, reached, operations } = overviewOf(context);
  const numbered = ({ numbers, text }: Line): string => `${listed(numbers.map(String), MOST_NAMES)}. ${text}`;
  const blocks: readonly (readonly [heading: string, lines: readonly string[], most: number])[] = [
    [`${HEADINGS.broken}: ${plural(broken.length, 'cause')}`, broken.map(numbered), 12],
    [`${HEADINGS.maybe}:`, maybe.map(numbered), 6],
    [
      reachedText(reached, operations),
      unreached.map(
        ({ why, operations: some }) => `${plural(some.length, 'operation')}, ${why}: ${listed(some, MOST_NAMES)}`,
      ),
      6,
    ],
    [`${HEADINGS.advice}:`, advice.map(({ give, why }) => `${give}  ${why}`), 6],
  ];
  const isClean = broken.length + maybe.length + unreached.length === 0 && operations > 0;
  const shown = blocks
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines, most]) => [
      heading,
      ...firstOf(lines, most, (more) => `and ${more} more`).map((line) => `  ${short(line, MOST_OF_LINE)}`),
    ]);
  const known = context.setAside?.known.length ?? 0;
  const found =
    known === 0 ? 'Nothing was found that breaks the contract' : `Nothing new was found beside ${known} known`;
  const clean = `${found}; ${plural(operations, 'operation')} gave a success.`;
  return isClean ? [[clean], ...shown] : shown;
}

const MOST_OF_LINE = 240;

/** How many operations gave a success. */
export const reachedText = (reached: number, operations: number): string =>
  `Reached ${reached} of ${plural(operations, 'operation')} (${percentOf(reached, operations)} %)`;

/** What the blocks are called. */
export const HEADINGS = {
  broken: 'Broken',
  maybe: 'Perhaps wrong: warnings, and what did not come again',
  unreached: 'Not reached',
  advice: 'To reach more, give the run',
} as const;
