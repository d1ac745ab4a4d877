import type { Contract, Operation, Resource, Role } from '../../openapi/contract';
import type { Connection, Exchange, Request } from '../exchange/exchange';
import { hasMany, type Subject } from '../exchange/subject';
import type { JsonRecord, Known } from '../records/records';
import type { ValueNotes } from '../requests/bodies/fresh';
import type { Given } from '../requests/bodies/given';
import type { Target } from '../rules/rule';
import type { Learnt } from '../verdict/result';
import type { BrokenRule, Clause, Replied, Rule, Story, Verdict } from '../verdict/verdict';
import { CannotJudge, NOTHING_TO_JUDGE, verdictsOf } from '../verdict/verdict';

/**
 * A check sends the requests that it takes to judge a rule. Where the relation of the same id judges the replies, its
 * cases only send.
 *
 * Its cases are values, so that a small budget is spent on the most telling case of every check before the second
 * one of any.
 */
export interface Check extends Rule {
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  readonly cases: (subject: Subject, options: CaseOptions) => readonly Case[];
  /** Whether its cases judge what its first one leaves behind: nothing of other checks comes between them. */
  readonly isInARow?: true;
  /** Whether it sends requests at once: what that shows nothing else does, and the first such operation mostly shows it. */
  readonly isOfRequestsAtOnce?: true;
  /** Whether each operation is guarded by itself, so that what the first ones do says nothing of the others. */
  readonly isOfEach?: true;
  /** Whether a server mostly has one code for it, whatever the operation. */
  readonly isOfAll?: true;
  /** Whether it also takes many requests, or tells little: of many operations the first few mostly show what others would. */
  readonly isShownByFew?: true;
}

export interface CaseOptions {
  /** Random examples for each check that draws some. */
  readonly examples: number;
  readonly seed: number;
  /** The most requests that are sent at once; 0 or 1: none are. */
  readonly parallel: number;
  readonly limits: LimitOptions | undefined;
  /** Whether there is a key that may only read. */
  readonly hasReader?: boolean;
  /** The security scheme by which that key goes, as the user has named it. */
  readonly readerScheme?: string | undefined;
  /** The security schemes for which the user has named a credential of their own. */
  readonly schemes?: readonly string[];
  /** Those of them whose credential is another than that of each other one. */
  readonly distinct?: readonly string[];
  /** The one that the main key seems to be for, where it is none of these. */
  readonly mainScheme?: string | undefined;
  /** What the user has named. */
  readonly given: Given;
  /** Those that the user has every request carry. */
  readonly headers: Readonly<Record<string, string>>;
}

interface LimitOptions {
  readonly waitForReset: boolean;
}

/** The smallest thing that is sent and judged as a whole. */
export interface Case {
  readonly name: string;
  /** 1: enough to find most faults. 2: thorough. 3: random. */
  readonly tier: 1 | 2 | 3;
  /** Whether it sends nothing. */
  readonly isIdle?: true;
  /** What it tries: cases of one kind mostly find the same, whatever the operation and the member. */
  readonly kind?: string;
  /** Whether that is so of this case, and not of all of its check: of many operations the first few with its kind mostly show it. */
  readonly isShownByFew?: true;
  /** Whether it shows more the more records there are: it comes when the budget of requests ends. */
  readonly isAtTheEnd?: true;
  /** Whether it takes many requests, so that it says nothing of what other cases of its check take. */
  readonly isStory?: true;
  /** Whether what was sent by now has settled it, so that it sends nothing. */
  readonly isSettled?: (values: ValueNotes) => boolean;
  /**
   * Sends and judges. Without a verdict the relation of the same id judges what was sent.
   *
   * @throws CannotJudge where it can't go on
   */
  readonly run: (context: CaseContext) => Story;
}

/** Thorough cases, by their names. */
export const casesOf = (stories: Readonly<Record<string, Case['run']>>): readonly Case[] =>
  Object.entries(stories).map(([name, run]) => ({ name, tier: 2, run }));

/** One case for several things, since what shows nothing of one may show it of the next; none where there is none. */
export const oneAfterTheOther = <Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  run: (context: CaseContext, thing: Thing) => AsyncIterable<Verdict>,
): readonly Case[] =>
  things.length === 0
    ? []
    : [
        {
          name: things.map(nameOf).join(', '),
          tier: 1,
          run: async function* (context) {
            for (const thing of things) yield* await verdictsOf(() => run(context, thing));
          },
        },
      ];

/** The telling ones of several cases as one where operations are many, so that none of them waits for what others have to try; and the others. */
export function atOnceOfMany({ contract }: Pick<Subject, 'contract'>, cases: readonly Case[]): readonly Case[] {
  const first = cases.filter(({ tier }) => tier === 1);
  if (!hasMany(contract) || first.length < 2) return cases;
  const run = (context: CaseContext, one: Case): AsyncIterable<Verdict> => allOf(() => one.run(context));
  return [...oneAfterTheOther(first, ({ name }) => name, run), ...cases.filter(({ tier }) => tier !== 1)];
}

async function* allOf(run: () => Story): AsyncGenerator<Verdict> {
  yield* await verdictsOf(run);
}

/** A case that is tried on each operation where they are many, too: what is thorough is spare there. */
export const telling = ({ contract }: Pick<Subject, 'contract'>, one: Case): Case =>
  hasMany(contract) ? { ...one, tier: 1 } : one;

/** What a running case works with. */
export interface CaseContext {
  readonly contract: Contract;
  readonly target: Target;
  readonly subject: Subject;
  readonly options: CaseOptions;
  readonly known: Known;
  readonly notes: RunNotes;
  /**
   * Sends a request; every oracle and relation judges the exchange.
   *
   * @throws OutOfBudget when it may not be sent any more
   */
  send(request: Request): Promise<Exchange>;
  /**
   * The same, but a 429 is what comes of it: it is not waited out.
   *
   * @throws OutOfBudget
   */
  sendOnce(request: Request): Promise<Exchange>;
  /**
   * Sends requests at once: as many as may be (`--parallel`), then the next ones. No more of a credential go together than
   * its allowance has left; a 429 is waited out and the request sent again, by itself. Of the limit key nothing is held back.
   *
   * What the oracles and relations find in requests that went together, and did not find before, they leave to the case:
   * the request alone may not show it (`brokenBy`).
   *
   * @returns one exchange for each request, in their order
   * @throws OutOfBudget when they may not all be sent
   */
  sendTogether(requests: readonly Request[]): Promise<readonly Exchange[]>;
  /** How what has to be there first is made. */
  readonly ground: Ground;
  /** The places of whose parents the case has made sure. */
  readonly hosts: Set<string>;
  /** What the oracles and relations found in an exchange of this run. */
  brokenBy(exchange: Exchange): readonly BrokenRule[];
  /** A connection that nothing was sent over yet; it is opened by the first request that names it. */
  newConnection(): Connection;
  /** How many requests may still be sent. */
  left(): number;
  /** The exchange that came last in this case, unless it has waited since: what it has shown is so still. */
  latest(): Exchange | undefined;
  /** Waits, within the time that is left. @throws OutOfBudget */
  wait(milliseconds: number, why: string): Promise<void>;
}

/** Something that is done to a record: an action, or a create below it, and then which part of what is left of a sum it counts. */
export interface Step {
  readonly operation: Operation;
  readonly part?: 'some' | 'all' | 'more';
  /** Of the create itself: what the record is made with, so that it begins in another state than usual. */
  readonly begin?: JsonRecord;
}

/** A record that was made to have something done to it. */
export interface Walker {
  readonly path: JsonRecord;
  readonly id: unknown;
  readonly record: JsonRecord;
  /** What was counted below it. */
  sent: number;
  /** What was made below it for the actions that ask for that. */
  readonly needed: Set<Operation>;
  /** What was sent to make that, of which its own reads need show nothing. */
  readonly below: unknown[];
}

/**
 * What has to be there before a record is walked to a state. It takes walks of other records, which need the same for theirs: so a way
 * is handed it by its case.
 */
export interface Ground {
  /** A new record at the beginning of its ways. @throws CannotJudge where none is made */
  begin(context: CaseContext, resource: Resource, members?: JsonRecord): Promise<Walker>;
  /** Has records be there that the body of the subject's operation may name. */
  makeNamed(context: CaseContext, isRefused?: boolean): Promise<void>;
}

/** One that stands at the end of a way. */
export interface Standing {
  readonly walker: Walker;
  readonly way: readonly Step[];
}

/** How much a record asks for, in its numbers and lists. */
export type Size = 'ample' | 'roomy' | 'usual' | 'least';

/** What one case of a run leaves for later ones. */
export interface RunNotes {
  exhaustion: Exhaustion | undefined;
  /** Requests that were sent with the limit key. */
  limitKeyUses: number;
  /** Whether the key that may only read was served: another 401 is no sign that it is unknown. */
  isReaderKnown: boolean;
  /** The ways to give a credential by which requests were served, beside the first: another 401 is no sign that it is unknown. */
  readonly servedBy: Set<string>;
  /** Ids of operations by which the main key was refused, as unknown or as one that may not. */
  readonly turnedAway: Set<string>;
  /** Whether the limit key was seen to be of another account than the main one; undefined as long as nobody has looked. */
  isOtherAccount: boolean | undefined;
  /** By the name of a way to give a credential that is of one record: the id of that, as far as lists tell it. */
  readonly boundTo: Map<string, unknown>;
  /** Whether requests at once have gone without a reply. */
  isStalled: boolean;
  /** Ids of operations of which lists or reads show late what they did, and the names of their resources. */
  readonly late: Map<string, string>;
  readonly values: ValueNotes;
  /** For each resource by which steps a new record gets into each of its states. */
  readonly ways: Map<Resource, ReadonlyMap<string, readonly Step[]>>;
  /** Records of a resource that stand at the end of a way: what was tried there was refused, and has left them as they were. */
  readonly standing: Map<Resource, readonly Standing[]>;
  /** How long jobs of a resource were waited for until they were seen to have ended, in milliseconds. */
  readonly jobs: Map<Resource, number>;
  /** Lists that were asked for a part of them, by filters, and those that were walked through on short pages: what relations say of such has been said. */
  readonly narrowed: Set<Operation>;
  readonly paged: Set<Operation>;
  /** What has to be made below a record before an operation does something to it, where refusals have shown that. */
  readonly needs: Map<Operation, readonly Operation[]>;
  /** The path of a record in a state in which an operation works, where that was to be made; undefined where none got there. */
  readonly ready: Map<Operation, JsonRecord | undefined>;
  /** How large the records of a resource are made that are to go through its states, where a server had not enough for larger ones. */
  readonly sizes: Map<Resource, Size>;
  /** The members with which records are made that go through their states, where an operation asked for them, and values that were taken. */
  readonly owed: Map<Resource, { readonly names: readonly string[]; readonly members: JsonRecord | undefined }>;
  /** How often a record of large numbers was made for others to name. */
  readonly ample: Map<Resource, number>;
  /** For each place of parents how often another one was made, since nothing more could be made below the one before. */
  readonly hosts: Map<string, number>;
  /** What exchanges have shown so far of what the server chooses; left out where that is not asked for. */
  readonly learnt?: () => Learnt;
}

/** What using up the allowance of the limit key has shown. */
export interface Exhaustion {
  /** The first 429. */
  readonly refused: Replied;
  /** The first request that was served, and the last one. */
  readonly first: Replied;
  readonly last: Replied;
  /** A request with the main key before all of them. */
  readonly other: Exchange;
  readonly limit: number;
}

/** The resource that a case is about. @throws CannotJudge where there is none: `applies` says so before */
export function resourceOf({ subject }: Pick<CaseContext, 'subject'>): Resource {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined) throw new CannotJudge(NOTHING_TO_JUDGE);
  return resource;
}

/** The context for another operation of a resource. @throws CannotJudge where there is no such operation */
export function inRole(context: CaseContext, resource: Resource, role: Role): CaseContext {
  const operation = resource.operations[role];
  if (operation === undefined) throw new CannotJudge(NOTHING_TO_JUDGE);
  return { ...context, subject: { ...context.subject, operation, purpose: { resource, role } } };
}
