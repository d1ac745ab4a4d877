import { groupedBy, type Operation, propertiesOf, templateNames } from '../../openapi/contract';
import { type Exchange, isOfOneCaller } from '../exchange/exchange';
import { bodyOf } from '../exchange/subject';
import { type Cause, causesOf, followingFrom } from '../judge/causes';
import { staysUp } from '../rules/oracles/reply';
import type { RunResult } from '../verdict/result';
import type { ReportContext } from './context';
import { apartText, firstOf, listed, plural, short } from './wording';

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
  const { result, contract } = context;
  const causes = causesOf(result.findings).map((cause, index) => ({ ...cause, number: index + 1 }));
  const isBroken = ({ finding }: Cause): boolean => finding.outcome === 'fail';
  const sent = groupedBy(result.exchanges, ({ request }) => request.operation);
  const judged = new Set(result.cells.map(({ operation }) => operation));
  const asked = contract.operations.filter((operation) => sent.has(operation) || judged.has(operation.id));
  const missed = asked.filter((operation) => !(sent.get(operation) ?? []).some(isServed));
  const unreached = missed.map((operation) => ({ operation, ...reasonFor(operation, sent.get(operation), context) }));
  return {
    broken: causes.filter(isBroken).map((cause) => ({ numbers: [cause.number], text: brokenText(cause) })),
    maybe: [
      ...groupedBy(
        causes.filter((cause) => !isBroken(cause)),
        ({ finding }) => finding.check,
      ).values(),
    ].map((some) => ({ numbers: some.map(({ number }) => number), text: maybeText(some) })),
    unreached: [...groupedBy(unreached, ({ why }) => why)]
      .map(([why, some]) => ({ why, operations: some.map(({ operation }) => operation.id) }))
      .toSorted((one, other) => other.operations.length - one.operations.length),
    advice: context.settings === undefined ? [] : adviceOf(context, unreached),
    reached: asked.length - missed.length,
    operations: asked.length,
  };
}

/** A redirect and a reply without an end are none. */
const isServed = ({ response }: Exchange): boolean =>
  response !== undefined && response.status < 400 && (response.status < 300 || response.status === 304);

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

/** Why nothing of an operation was reached, and what kind of reply came at most. */
interface Reason {
  readonly why: string;
  readonly statuses: readonly number[];
}

function reasonFor({ id }: Operation, exchanges: readonly Exchange[] = [], { result }: ReportContext): Reason {
  const left = result.notCalled?.find(({ operation }) => operation.id === id);
  if (left !== undefined) return { why: `not called unasked, since it ${left.why}`, statuses: [] };
  // What comes to a request without a good key is said of others only where there are no others.
  const ours = exchanges.filter(({ request }) => isOfOneCaller(request.credential));
  const came = (ours.length > 0 ? ours : exchanges).flatMap(({ response }) => response?.status ?? []);
  const statuses = [...new Set(came)].toSorted((a, b) => a - b);
  if (exchanges.length > 0 && statuses.length === 0) return { why: 'no reply came', statuses };
  if (statuses.length > 0) return { why: `only ${statuses.join(', ')} came`, statuses };
  const reasons = result.cells.flatMap((cell) => (cell.operation === id ? cell.reasons : []));
  const [[why] = ['nothing of it was sent']] = [...groupedBy(reasons, (reason) => reason)].toSorted(
    ([, some], [, others]) => others.length - some.length,
  );
  return { why, statuses };
}

/** A run that has ended with its server is not told by refusals what it lacks. */
function adviceOf({ result, setAside }: ReportContext, unreached: readonly Unreached[]): Overview['advice'] {
  const found = [...result.findings, ...(setAside?.known ?? []).map(({ finding }) => finding)];
  const hasTurned = found.some(({ check }) => check === staysUp.id);
  return [
    ...budgetAdvice(result),
    ...includeAdvice(result),
    ...(hasTurned ? [] : inputAdvice(unreached)),
    ...toldAdvice(result),
  ];
}

const budgetAdvice = ({ enough }: RunResult): Overview['advice'] =>
  enough === undefined
    ? []
    : [
        {
          give: `--max-requests ${enough}`,
          why: `the request budget ran out before everything was judged; all of it takes up to about ${enough} requests, going by the dearest cases so far`,
        },
      ];

type Unreached = Reason & { readonly operation: Operation };

/** For each kind of refusal what was not known: who may, which record, which input. */
function inputAdvice(unreached: readonly Unreached[]): Overview['advice'] {
  const all = new Set([401, 403, ...OF_WHAT_IS_ASKED]);
  const refused = unreached.filter(({ statuses }) => statuses.length > 0 && statuses.every((one) => all.has(one)));
  const forbidden = refused.filter(({ statuses }) => !statuses.some((one) => OF_WHAT_IS_ASKED.includes(one)));
  const placeless = refused.filter(
    ({ operation, statuses }) => statuses.some((one) => GONE.includes(one)) && templateNames(operation.path).length > 0,
  );
  const others = refused.filter((one) => !forbidden.includes(one) && !placeless.includes(one));
  const unsent = unreached.filter(({ why }) => why.includes('--example'));
  return [
    ...(forbidden.length === 0
      ? []
      : [
          {
            give: '--api-key KEY (or --credential SCHEME=VALUE, -H)',
            why: `one that may call ${namesOf(forbidden)}: ${reasonsOf(forbidden)}`,
          },
        ]),
    ...examplesFor([...placeless, ...unsent], ({ path }) => templateNames(path).slice(-1), 'of a record that is there'),
    ...examplesFor(others, neededBy, 'that the server takes'),
  ];
}

const GONE: readonly number[] = [404, 410];
const OF_WHAT_IS_ASKED: readonly number[] = [...GONE, 400, 409, 422];

/** The flag for a value of the same name, with the operations that want it. */
function examplesFor(
  unreached: readonly Unreached[],
  neededBy: (operation: Operation) => readonly string[],
  which: string,
): Overview['advice'] {
  const wanting = unreached.flatMap((one) =>
    neededBy(one.operation)
      .slice(0, 1)
      .map((name) => ({ ...one, name })),
  );
  return [...groupedBy(wanting, ({ name }) => name)].map(([name, [first, ...others]]) => ({
    give: `--example ${first.operation.id}.${name}=VALUE`,
    why: `a value ${which}: ${reasonsOf([first, ...others])}${others.length === 0 ? '' : `; the same for ${namesOf(others)}`}`,
  }));
}

/** What a request has to have: parameters first, then members of the body. */
function neededBy(operation: Operation): readonly string[] {
  const parameters = operation.parameters.filter(({ required, in: place }) => required && place !== 'cookie');
  const media = bodyOf(operation);
  const members =
    media === undefined ? [] : [...propertiesOf(media.schema).values()].filter(({ required }) => required);
  return [...members, ...parameters.toReversed()].map(({ name }) => name);
}

const namesOf = (some: readonly Unreached[]): string =>
  listed(
    some.map(({ operation }) => operation.id),
    MOST_NAMES,
  );

const reasonsOf = (some: readonly Unreached[]): string =>
  [...new Set(some.map(({ why }) => why))].slice(0, 2).join('; ');

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
const FLAG = /--[a-z]+(?:-[a-z]+)*/g;

/** The overview in blocks of lines that begin with their heading; what fits a terminal of forty lines. */
export function overviewText(context: ReportContext): readonly (readonly string[])[] {
  const { broken, maybe, unreached, advice, reached, operations } = overviewOf(context);
  const numbered = ({ numbers, text }: Line): string => `${listed(numbers.map(String), MOST_NAMES)}. ${text}`;
  const blocks: readonly (readonly [heading: string, lines: readonly string[], most: number])[] = [
    [`${HEADINGS.broken}: ${plural(broken.length, 'cause')}`, broken.map(numbered), 12],
    [`${HEADINGS.maybe}:`, maybe.map(numbered), 6],
    [
      `${HEADINGS.unreached}: ${operations - reached} of ${plural(operations, 'operation')}`,
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

/** What the blocks are called. */
export const HEADINGS = {
  broken: 'Broken',
  maybe: 'Perhaps wrong: warnings, and what did not come again',
  unreached: 'Not reached',
  advice: 'To reach more, give the run',
} as const;
