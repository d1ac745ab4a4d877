import {
  documents,
  jsonIn,
  keywordOf,
  own,
  propertiesOf,
  type Resource,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { sentencesOf } from '../../records/marked';
import { idOf, type JsonRecord, recordOf, sameJson } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { isFinal, type States, statesOf } from '../../records/states/states';
import { referencesIn } from '../../requests/bodies/references';
import { knownBody } from '../../requests/bodies/valid';
import { statesMoves } from '../../rules/relations/states';
import { type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { createRecord, readRecord } from '../../steps/records';
import { sendValid } from '../../steps/send-valid';
import { actionsOn, isDoneIn, requestFor } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  fail,
  inconclusive,
  PASS,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { judgeProgress, type Seen } from './progress';
import { type Asked, madeOf, saysSnapshot } from './result-asked';
import { aboutOf, formsOf, type Narrow, narrowForms, onlyAsked, quotedIn } from './result-forms';
import { atTheEnd, beforeTheEnd, resultOf } from './results';

/** The relation judges each step of what is accepted by 202 and goes on by itself; the case looks until it ends, and then whether it stays so. */
export const jobsMoves: Check = {
  ...statesMoves,
  applies: (subject) =>
    statesMoves.applies(subject) &&
    documents(subject.operation, 202) &&
    subject.purpose?.resource.operations.read !== undefined,
  cases: () => [
    {
      name: 'until it ends',
      tier: 1,
      // One case, since a server may be wrong in one form of the result alone.
      run: async function* (context) {
        for (const form of formsFor(context)) yield* await verdictsOf(() => watch(context, form));
      },
    },
    {
      name: 'of some alone',
      tier: 1,
      run: async function* (context) {
        const form = formsFor(context).at(-1) ?? {};
        const about = aboutOf(context.subject, knownBody(context, context.subject, form).body);
        const unused = new Map<string, unknown>();
        for (const { name, resource } of referencesIn(context.subject)) {
          const made = await unlessUnjudged(createRecord(inRole(context, resource, 'create')));
          if (made !== undefined) unused.set(name, made.id);
        }
        for (const narrow of narrowForms(context.subject, about, madeOf(context, about), unused))
          yield* await verdictsOf(() => watch(context, { ...form, ...narrow.body }, narrow));
      },
    },
  ],
};

function formsFor(context: CaseContext): readonly JsonRecord[] {
  const resource = resourceOf(context);
  const states = statesOf(resource);
  return states === undefined ? [] : formsOf(context.subject, resource, states);
}

/** So long a job is looked at, and so often, in all. */
const PAUSES_MS = [30, 40, 60, 80, 120, 200, 400, 400, 800, 800, 800, 1600];
/** The same of one of which the time is known that others have taken. */
const PAUSES_AFTER_MS = [60, 120, 200, 400, 800, 800, 800, 1600];
const MOST_AFTER = 3;

/** What is done to a job in other states alone is refused once it has ended: `Finished jobs are refused with 409`. */
async function doneAtTheEnd(
  context: CaseContext,
  resource: Resource,
  states: States,
  path: JsonRecord,
  seen: Seen,
): Promise<Verdict | undefined> {
  if (typeof seen.state !== 'string') return undefined;
  for (const operation of actionsOn(context, resource)) {
    const action = actionOf(operation, states);
    const isAct = operation.method === 'POST' && documents(operation, 409) && action.target !== undefined;
    if (!isAct || action.from === undefined || action.from.includes(seen.state)) continue;
    const exchange = await context.send(requestFor(context, operation, { path }));
    if (!isSuccess(exchange)) continue;
    return fail({
      expected: `the status 409 for one that is ${seen.state}`,
      actual: outcomeOf(exchange),
      exchanges: [seen.exchange, exchange],
      key: `${operation.id} at the end`,
      topic: { wanted: 409 },
    });
  }
  return undefined;
}

/** Makes a record of which a table has to quote something, where words say how. */
async function makeQuoted(context: CaseContext, form: JsonRecord): Promise<void> {
  const [resource, about] = [resourceOf(context), aboutOf(context.subject, form)];
  const states = statesOf(resource);
  const result = states && resultOf(context, resource, states);
  const record = about && result && quotedIn(result, about);
  if (about !== undefined && record !== undefined && Object.values(form).includes('csv'))
    await unlessUnjudged(createRecord(inRole(context, about, 'create'), record));
}

/** @param narrow what alone is to come of it; all where there is nothing of that */
async function watch(
  context: CaseContext,
  form: JsonRecord,
  narrow?: Pick<Narrow, 'isEmpty' | 'only'>,
): Promise<Verdict> {
  const resource = resourceOf(context);
  const states = statesOf(resource);
  if (narrow === undefined) await makeQuoted(context, form);
  const before = context.contract.resources.map((one) => [one, madeOf(context, one)] as const);
  const { exchange } = await sendValid(context, context.subject, {}, form);
  const made = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const id = made && idOf(made, resource);
  if (states === undefined || id === undefined) throw new CannotJudge(skip(`no job was made: ${outcomeOf(exchange)}`));
  const look = async (): Promise<Seen | undefined> => {
    const seen = await readRecord(context, resource, id);
    return seen?.record && { exchange: seen.exchange, record: seen.record, state: own(seen.record, states.property) };
  };
  const sent = Object(jsonIn(exchange.request.body ?? '')) as JsonRecord;
  const about = aboutOf(context.subject, sent);
  const result = resultOf(context, resource, states);
  const isSnapshot =
    narrow === undefined && about?.operations.create !== undefined && result && saysSnapshot(context, result);
  const later = isSnapshot ? await unlessUnjudged(createRecord(inRole(context, about, 'create'))) : undefined;
  const asked: Asked = {
    later: later?.id,
    ...(narrow ?? { isEmpty: false, only: onlyAsked(sent, about) }),
    about,
    isAll: Object.entries(sent).every(
      ([name, value]) =>
        own(form, name) !== undefined || typeof value !== 'string' || aboutOf(context.subject, { value }) === about,
    ),
    made: before.find(([one]) => one === about)?.[1] ?? [],
  };
  const looks: Seen[] = [];
  const path = { ...exchange.request.path, [resource.idParameter?.name ?? '']: id };
  const early = new Set<string>();
  const seconds = secondsIn(resource);
  const longer = Array.from({ length: seconds ?? 0 }, () => 1000);
  const known = context.notes.jobs.get(resource);
  let waited = 0;
  for (const pause of [0, ...(known === undefined ? PAUSES_MS : [known, ...PAUSES_AFTER_MS]), ...longer]) {
    await context.wait(pause, 'a job that goes on by itself');
    waited += pause;
    const seen = await look();
    if (seen === undefined) throw new CannotJudge('the job is not read');
    const back = looks.findLast(({ state }) => state === seen.state);
    const last = looks.at(-1);
    looks.push(seen);
    if (last !== undefined && back !== undefined && last.state !== seen.state)
      return fail({
        expected: `${states.property}: ${last.state}, or what comes after it`,
        actual: `${states.property}: ${seen.state}, as before that`,
        exchanges: [back, last, seen].map((one) => one.exchange),
        key: 'goes back',
      });
    if (typeof seen.state !== 'string') continue;
    const isOver = isFinal(states, seen.state);
    const odd = judgeProgress(resource, { last, seen, isOver, isDone: isOver && DONE.test(seen.state) });
    if (odd !== undefined) return odd;
    if (result !== undefined && !early.has(seen.state) && !isOver) {
      early.add(seen.state);
      const there = await beforeTheEnd(context, result, states, path, look);
      if (there !== undefined) return there;
    }
    if (!isOver) continue;
    context.notes.jobs.set(resource, waited);
    const isDone = result !== undefined && isDoneIn(actionOf(result, states), seen.state);
    const lacking = isDone ? await atTheEnd(context, result, resource, seen, path, asked) : undefined;
    return (
      lacking ??
      withoutEnd(resource, seen, seen.state) ??
      (narrow === undefined ? await doneAtTheEnd(context, resource, states, path, seen) : undefined) ??
      staysSo(resource, states, seen, look)
    );
  }
  const [first, last] = [looks[0], looks.at(-1)];
  if (seconds === undefined || first === undefined || last === undefined)
    return inconclusive(`the job is still ${last?.state}`);
  return fail({
    expected: `an end within ${seconds} s, as the words beside it say`,
    actual: `${states.property}: ${last.state}`,
    exchanges: [first.exchange, last.exchange],
    key: 'no end',
  });
}

/** The seconds within which words say that a job ends; undefined where none do, or later than a run waits. */
function secondsIn({ schema, operations }: Resource): number | undefined {
  const { create, read } = operations;
  const around = [create, read].flatMap((one) => (one === undefined ? [] : sentencesAround(one)));
  const texts = [schema.description, create?.description, create?.summary, ...around]
    .flatMap((text) => sentencesOf(String(text ?? '')))
    .filter((text) => !OF_REQUESTS.test(text) && !SAYS_MOSTLY.test(text));
  const [said = ''] = texts.flatMap((text) => ENDS_WITHIN.flatMap((form) => form.exec(text)?.[1] ?? []));
  const number = /^\d+$/.test(said) ? Number(said) : NUMBERS.indexOf(said.toLowerCase()) + 1;
  return number > 0 && number <= MOST_SECONDS ? number : undefined;
}

/** `Is done within three seconds`, `expect an end within three seconds`, `takes at most three seconds`, `none takes longer than three seconds`. */
const ENDS_WITHIN: readonly RegExp[] = [
  /\b(?:(?:is|are|be|gets?|will be) (?:done|ready|complete[d]?|finished|over)|(?:expects?|has|have|comes? to|reach(?:es)?|gets?|see) (?:an|its|their|the) (?:end|result|outcome)(?! date)|(?:it|they|jobs?|tasks?|imports?|exports?|all|each|every \p{L}+) (?:always )?(?:ends?|finish(?:es)?|completes?))\b[^.;]{0,20}\b(?:within|in (?:less than|at most|under)|after at most) (\w+) seconds?\b/iu,
  /\b(?:takes?|lasts?|runs?(?: for)?) (?:at (?:the )?most|no (?:more|longer) than|(?:not|never) (?:more|longer) than|up to|less than|under) (\w+) seconds?\b/i,
  /\b(?:none|no \w+|never|not|nothing) (?:ever )?(?:takes?|lasts?|runs?)(?: any)? (?:longer|more) than (\w+) seconds?\b/i,
];
const OF_REQUESTS = /\b(?:requests?|calls?|repl(?:y|ies)|responses?|connections?|locks?)\b/i;
const SAYS_MOSTLY =
  /\b(?:usual(?:ly)?|typical(?:ly)?|mostly|most of|normal(?:ly)?|often|on average|about|around|roughly|most|may|might|should|aim|goal|if|unless|fewer|small|preview|cancel|that (?:does|do|never|is)|never (?:ends?|finish\w*)|(?:do(?:es)? not|don't|doesn't)|of inactivity|after the)\b/i;
const MOST_SECONDS = 20;
const NUMBERS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** When it has ended is told, where the words beside a time say that it is. */
function withoutEnd({ schema }: Resource, { exchange, record }: Seen, state: string): Verdict | undefined {
  if (!DONE.test(state)) return undefined;
  const time = [...propertiesOf(schema).values()].find(
    (one) => keywordOf(one.schema, 'format') === 'date-time' && ENDED.test(String(one.schema.description ?? '')),
  );
  if (time === undefined || (own(record, time.name) ?? null) !== null) return undefined;
  return fail({
    expected: `${time.name}: when it ended, since it is ${state}`,
    actual: 'nothing',
    exchanges: [exchange],
    key: `${time.name} missing`,
    topic: { member: time.name },
  });
}

const DONE = /^(?:done|ready|completed?|success|succeeded|finished)$/i;
const ENDED = /\b(?:when|once|until|time|moment)\b[^.]*\b(?:done|ready|completed?|finish(?:ed|es)?|ended|ends)\b/i;

/** What has ended is the same at each further look: one in another state does not stay, nor one whose figures differ each time. */
async function staysSo(
  resource: Resource,
  { property }: States,
  ended: Seen,
  look: () => Promise<Seen | undefined>,
): Promise<Verdict> {
  const names = [...propertiesOf(resource.schema).values()]
    .filter(
      ({ schema }) => keywordOf(schema, 'enum') !== undefined || typesOf(schema).some((type) => FIGURES.includes(type)),
    )
    .map(({ name }) => name);
  const exchanges = [ended.exchange];
  let before = ended;
  let differs: string | undefined;
  for (let nth = 0; nth < MOST_AFTER; nth += 1) {
    const seen = await look();
    if (seen === undefined) throw new CannotJudge('the job is not read any more');
    exchanges.push(seen.exchange);
    const [was, is] = [before.record, seen.record];
    differs = names.find((name) => !sameJson(own(was, name), own(is, name)));
    if (differs === undefined) return PASS;
    before = seen;
    if (seen.state === ended.state) continue;
    differs = property;
    break;
  }
  const name = differs ?? '';
  return fail({
    expected: `${name}: ${brief(own(ended.record, name))}, since it has ended`,
    actual: `${name}: ${brief(own(before.record, name))}`,
    exchanges,
    key: `${name} after the end`,
  });
}

const FIGURES: readonly string[] = ['integer', 'number', 'boolean'];
