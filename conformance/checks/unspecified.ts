import type { BehaviourId } from '../../openapi/behaviours/options';
import { documents, type Operation, type Parameter, partAt, templateNames, withPart } from '../../openapi/contract';
import { brokenTexts } from '../arbitraries/broken';
import { bodyOf, isStream, type Subject, subjectsOf, takenSteps } from '../exchange/subject';
import { idOf, recordOf } from '../records/records';
import { requiredQuery } from '../requests/given';
import { toRequest } from '../requests/request';
import { knownRecordBody } from '../requests/valid';
import type { Case, CaseContext, Check } from '../steps/check';
import { longestPage, requestList, requestWholeList } from '../steps/lists';
import { fetchPath } from '../steps/paths';
import { createRecord, rarestChoices, recordMarkOf, requestRecord } from '../steps/records';
import { UNNAMED } from '../unspecified/bodies';
import { silencesRule } from '../unspecified/changed';
import { isLeftOpen, nearestTo } from '../unspecified/queries';
import { operationClause, verdictsOf } from '../verdict/verdict';

/** What is asked for to learn of silences, once in a run: of the first operation that it can be asked of. */
interface Question {
  readonly name: string;
  /** Those that it tells; it is not asked where all of them are known. */
  readonly of: readonly BehaviourId[];
  readonly isOf: (subject: Subject) => boolean;
  readonly ask: (context: CaseContext) => Promise<undefined>;
}

const isList = ({ purpose }: Subject): boolean => purpose?.role === 'list';
const isCreate = ({ purpose }: Subject): boolean => purpose?.role === 'create';
const isOfMethods = ({ operation }: Subject): boolean => operation.method === 'GET' && !isStream(operation);
const isOfBrokenPath = ({ operation }: Subject): boolean => {
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  return operation.method === 'GET' && inPath.length === 1 && documents(operation, 404) && inPath.some(isBreakable);
};
const isBreakable = (parameter: Parameter): boolean => brokenTexts(parameter).length > 0;
const isOfBrokenQuery = (subject: Subject): boolean =>
  isList(subject) &&
  isLeftOpen(subject.operation) &&
  subject.operation.parameters.some((one) => one.in === 'query' && !one.required && isBreakable(one));

/** Together they take no more than 60 requests. */
const QUESTIONS: readonly Question[] = [
  {
    name: 'a method that the path does not have',
    of: ['method.wrong'],
    isOf: isOfMethods,
    ask: sendWrongMethod,
  },
  { name: 'a parameter that nobody knows', of: ['query.unknown'], isOf: isList, ask: sendUnknownQuery },
  {
    name: 'a broken parameter of the query',
    of: ['query.invalid'],
    isOf: isOfBrokenQuery,
    ask: sendBrokenQuery,
  },
  { name: 'a broken parameter of the path', of: ['path.invalid'], isOf: isOfBrokenPath, ask: sendBrokenPath },
  { name: 'a member that no schema names', of: ['body.unknown'], isOf: isCreate, ask: sendUnnamedMember },
  {
    name: 'new records in a row, each looked for in the list',
    of: ['ids', 'reads', 'record.omitted', 'list.order'],
    isOf: isCreate,
    ask: sendNewRecords,
  },
  { name: 'texts that may be escaped', of: ['json.escapes'], isOf: isCreate, ask: sendTellingTexts },
  {
    name: 'the same list again and again',
    of: ['json.member-order', 'connection', 'latency'],
    isOf: isList,
    ask: sendAgain,
  },
  {
    name: 'a long reply for a client that takes gzip',
    of: ['compression'],
    isOf: isList,
    ask: sendTakingGzip,
  },
];

/** Sends what the other checks do not, so that what the server chooses shows. It judges nothing: see `silencesRule`. */
export const silences: Check = {
  ...silencesRule,
  applies: () => true,
  clause: ({ operation }) => operationClause(operation, 'What is left open is chosen by the server.'),
  cases: (subject) => QUESTIONS.filter((question) => isFirst(question, subject)).map(caseOf),
};

/** Of those that a question can be asked of, one that lies below the fewest records. */
function isFirst({ isOf }: Question, { contract, operation }: Subject): boolean {
  const depthOf = (subject: Subject): number => templateNames(subject.operation.path).length;
  const [first] = subjectsOf(contract)
    .filter(isOf)
    .toSorted((one, other) => depthOf(one) - depthOf(other));
  return first?.operation === operation;
}

const caseOf = ({ name, of, ask }: Question): Case => ({
  name,
  tier: 3,
  run: async (context) => {
    const learnt = context.notes.learnt?.();
    const isKnown = of.every((id) => 'seen' in (learnt?.get(id) ?? {}));
    if (learnt !== undefined && !isKnown) await verdictsOf(() => ask(context));
    return [];
  },
});

/** Methods that ask for nothing where they have no body; what deletes is none, since a server may have more than its document. */
const METHODS = ['PATCH', 'PUT', 'POST'] as const;

/** A request that is served, then the same path by a method that it does not have. */
export async function sendWrongMethod(context: CaseContext): Promise<undefined> {
  const { operation, contract } = context.subject;
  const taken = contract.operations.filter(({ path }) => path === operation.path).map((one) => one.method);
  const method = METHODS.find((one) => !taken.includes(one));
  if (method === undefined) return;
  const path = await fetchPath(context, context.subject);
  const request = toRequest(operation, { path, query: requiredQuery(context.subject, context.options.given) });
  await context.send(request);
  await context.send({ ...toRequest(operation, { path }), method });
}

/** A list, and the same with a parameter that nobody knows. */
export async function sendUnknownQuery(context: CaseContext): Promise<undefined> {
  const query = requiredQuery(context.subject, context.options.given);
  const path = await fetchPath(context, context.subject);
  for (const more of [{}, { unnamed: 'x' }])
    await context.send(withPairs(context.subject.operation, path, { ...query, ...more }));
}

/** So many parameters are tried. */
const MOST = 2;

/** A parameter that breaks its schema, then the list without it, and the one for the nearest value. */
export async function sendBrokenQuery(context: CaseContext): Promise<undefined> {
  const { operation } = context.subject;
  const query = requiredQuery(context.subject, context.options.given);
  const path = await fetchPath(context, context.subject);
  const broken = operation.parameters.flatMap((parameter) => {
    const tried = parameter.in === 'query' && !parameter.required ? brokenFor(parameter) : undefined;
    return tried === undefined ? [] : [{ name: parameter.name, ...tried }];
  });
  for (const { name, text, nearest } of broken.slice(0, MOST)) {
    const each = [{ ...query, [name]: text }, query, ...(nearest === undefined ? [] : [{ ...query, [name]: nearest }])];
    for (const one of each) await context.send(withPairs(operation, path, one));
  }
}

/** A text that breaks a parameter's schema, best one that has a nearest value. */
function brokenFor(parameter: Parameter): { readonly text: string; readonly nearest: string | undefined } | undefined {
  const texts = brokenTexts(parameter).filter((text) => /^[\w.-]{1,40}$/.test(text));
  const [text = texts[0]] = texts.filter((one) => nearestTo(parameter, one) !== undefined);
  return text === undefined ? undefined : { text, nearest: nearestTo(parameter, text) };
}

const withPairs = (
  operation: Operation,
  path: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
) => toRequest(operation, { path, query });

/** What breaks the schema of the path's parameter, as a text of letters and as others. */
export async function sendBrokenPath(context: CaseContext): Promise<undefined> {
  const { operation } = context.subject;
  const [parameter] = operation.parameters.filter((one) => one.in === 'path');
  const texts = parameter === undefined ? [] : brokenTexts(parameter).filter((text) => /^[\w.-]{1,40}$/.test(text));
  for (const text of texts.slice(0, MOST))
    await context.send(toRequest(operation, { rawPath: { [parameter?.name ?? '']: text } }));
}

/** So often the same list is asked for. */
const TIMES = 8;

export async function sendAgain(context: CaseContext): Promise<undefined> {
  const { resource } = context.subject.purpose ?? {};
  for (let time = 0; resource !== undefined && time < TIMES; time += 1) await requestList(context, resource, {});
}

export async function sendTakingGzip(context: CaseContext): Promise<undefined> {
  const { operation, purpose } = context.subject;
  if (purpose === undefined) return;
  const headers = { 'accept-encoding': 'gzip' };
  await context.send(toRequest(operation, { query: longestPage(purpose.resource), headers }));
}

/** A body that is taken, and the same with a member that no schema names; then the record, or the list. */
export async function sendUnnamedMember(context: CaseContext): Promise<undefined> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { resource } = subject.purpose ?? {};
  if (media === undefined || resource === undefined) return;
  await createRecord(context);
  const { body } = knownRecordBody(context, subject, {});
  const steps = takenSteps(subject);
  const record = { ...Object(partAt(body, steps)), [UNNAMED]: 'x' };
  const whole = steps.length === 0 ? record : withPart(media.schema, body, steps, record);
  const path = await fetchPath(context, subject);
  const exchange = await context.send(toRequest(subject.operation, { path, body: whole }));
  const shown = recordOf(exchange, resource);
  if (shown === undefined) return;
  if (resource.operations.read === undefined) await requestWholeList(context, resource);
  else await requestRecord(context, resource, idOf(shown, resource));
}

/** So many records are made one right after the other, and so many with a list after each. */
const IN_A_ROW = 4;
const LISTED = 4;

export async function sendNewRecords(context: CaseContext): Promise<undefined> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return;
  for (let made = 0; made < IN_A_ROW; made += 1) await createRecord(context);
  const choices = rarestChoices(context);
  const [filter] = resource.filters.filter(({ property }) => choices[property] !== undefined);
  const query = filter === undefined ? {} : { [filter.parameter.name]: choices[filter.property] };
  for (let made = 0; made < LISTED; made += 1) {
    await createRecord(context, choices);
    await requestWholeList(context, resource, query);
  }
}

/** A text with a letter that is not ASCII and a slash. */
export async function sendTellingTexts(context: CaseContext): Promise<undefined> {
  const mark = recordMarkOf(context.subject);
  if (mark !== undefined) await createRecord(context, { [mark]: 'Zo\u00eb/1' });
}
