import type { BehaviourId } from '../../openapi/behaviours/options';
import { documents, type Parameter, partAt, templateNames, withPart } from '../../openapi/contract';
import { brokenTexts } from '../arbitraries/broken';
import { bodyOf, isStream, type Subject, subjectsOf, takenSteps } from '../exchange/subject';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { queryFor } from '../requests/bodies/given';
import { knownRecordBody } from '../requests/bodies/record-in-body';
import { toRequest } from '../requests/request';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { longestPage, requestList, requestWholeList } from '../steps/lists';
import { fetchPath } from '../steps/paths/paths';
import { createRecord, narrowQuery, rarestChoices, recordMarkOf, requestRecord } from '../steps/records';
import { UNNAMED } from '../unspecified/bodies';
import { silencesRule } from '../unspecified/changed';
import { isLeftOpen, nearestTo } from '../unspecified/queries';
import { operationClause, verdictsOf } from '../verdict/verdict';

/** Sends what the other checks do not, so that what the server chooses shows. It judges nothing: see `silencesRule`. */
export const silences: Check = {
  ...silencesRule,
  applies: () => true,
  clause: ({ operation }) => operationClause(operation, 'What is left open is chosen by the server.'),
  cases: (subject) => QUESTIONS.filter((question) => isFirst(question, subject)).map(caseOf),
};

/** What is asked for to learn of unspecified behaviours, once in a run: of the first operation that it can be asked of. */
interface Question {
  readonly name: string;
  /** Those that it tells; it is not asked where all of them are known. */
  readonly of: readonly BehaviourId[];
  readonly isOf: (subject: Subject) => boolean;
  readonly ask: (context: CaseContext) => Promise<undefined>;
}

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

const isList = ({ purpose }: Subject): boolean => purpose?.role === 'list';
const isCreate = ({ purpose }: Subject): boolean => purpose?.role === 'create';

/** Together they take no more than 60 requests. */
const QUESTIONS: readonly Question[] = [
  {
    name: 'a method that the path does not have',
    of: ['method.wrong'],
    isOf: ({ operation }) => operation.method === 'GET' && !isStream(operation),
    // A request that is served, then the same path by another method.
    async ask(context) {
      const { operation, contract } = context.subject;
      const taken = contract.operations.filter(({ path }) => path === operation.path).map((one) => one.method);
      const method = METHODS.find((one) => !taken.includes(one));
      if (method === undefined) return;
      const { path, query } = await fetchParts(context);
      await context.send(toRequest(operation, { path, query }));
      await context.send({ ...toRequest(operation, { path }), method });
    },
  },
  {
    name: 'a parameter that nobody knows',
    of: ['query.unknown'],
    isOf: isList,
    async ask(context) {
      const { path, query } = await fetchParts(context);
      for (const more of [{}, { unnamed: 'x' }])
        await context.send(toRequest(context.subject.operation, { path, query: { ...query, ...more } }));
    },
  },
  {
    name: 'a broken parameter of the query',
    of: ['query.invalid'],
    isOf: (subject) => isList(subject) && isLeftOpen(subject.operation) && breakable(subject).length > 0,
    // Then the list without it, and the one for the nearest value.
    async ask(context) {
      const { path, query } = await fetchParts(context);
      const broken = breakable(context.subject).flatMap((parameter) => brokenFor(parameter));
      for (const { name, text, nearest } of broken.slice(0, MOST_BROKEN)) {
        const others = nearest === undefined ? [query] : [query, { ...query, [name]: nearest }];
        for (const each of [{ ...query, [name]: text }, ...others])
          await context.send(toRequest(context.subject.operation, { path, query: each }));
      }
    },
  },
  {
    name: 'a broken parameter of the path',
    of: ['path.invalid'],
    isOf: ({ operation }) => {
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      return operation.method === 'GET' && inPath.length === 1 && documents(operation, 404) && inPath.some(isBreakable);
    },
    // As a text of letters, and as others.
    async ask(context) {
      const { operation } = context.subject;
      for (const parameter of operation.parameters.filter((one) => one.in === 'path'))
        for (const text of plainTexts(parameter).slice(0, MOST_BROKEN))
          await context.send(toRequest(operation, { rawPath: { [parameter.name]: text } }));
    },
  },
  {
    name: 'a member that no schema names',
    of: ['body.unknown'],
    isOf: isCreate,
    ask: sendUnnamedMember,
  },
  {
    name: 'new records in a row, each looked for in the list',
    of: ['ids', 'reads', 'record.omitted', 'list.order'],
    isOf: isCreate,
    async ask(context) {
      const resource = resourceOf(context);
      for (let made = 0; made < IN_A_ROW; made += 1) await createRecord(context);
      const choices = rarestChoices(context);
      for (let made = 0; made < LISTED; made += 1) {
        await createRecord(context, choices);
        await requestWholeList(context, resource, narrowQuery(resource, choices));
      }
    },
  },
  {
    name: 'texts that may be escaped',
    of: ['json.escapes'],
    isOf: isCreate,
    // A letter that is not ASCII, and a slash.
    async ask(context) {
      const mark = recordMarkOf(context.subject);
      if (mark !== undefined) await createRecord(context, { [mark]: 'Zo\u00eb/1' });
    },
  },
  {
    name: 'the same list again and again',
    of: ['json.member-order', 'connection', 'latency'],
    isOf: isList,
    async ask(context) {
      for (let time = 0; time < SAME; time += 1) await requestList(context, resourceOf(context), {});
    },
  },
  {
    name: 'a long reply for a client that takes gzip',
    of: ['compression'],
    isOf: isList,
    async ask(context) {
      const query = longestPage(resourceOf(context));
      await context.send(toRequest(context.subject.operation, { query, headers: { 'accept-encoding': 'gzip' } }));
    },
  },
];

/** Methods that ask for nothing where they have no body; what deletes is none, since a server may have more than its document. */
const METHODS = ['PATCH', 'PUT', 'POST'] as const;
/** So many broken parameters, or texts of one, are tried. */
const MOST_BROKEN = 2;
/** So many records are made one right after the other, and so many with a list after each. */
const IN_A_ROW = 4;
const LISTED = 4;
/** So often the same list is asked for. */
const SAME = 8;

/** What the subject's operation has to have in its query and path. */
const fetchParts = async (
  context: CaseContext,
): Promise<{ readonly path: JsonRecord; readonly query: JsonRecord }> => ({
  query: queryFor(context, context.subject),
  path: await fetchPath(context, context.subject),
});

const isBreakable = (parameter: Parameter): boolean => brokenTexts(parameter).length > 0;

/** What may be left out of a query, and may be wrong. */
const breakable = ({ operation }: Subject): readonly Parameter[] =>
  operation.parameters.filter((one) => one.in === 'query' && !one.required && isBreakable(one));

/** Texts that break a parameter's schema, and mean nothing to HTTP. */
const plainTexts = (parameter: Parameter): readonly string[] =>
  brokenTexts(parameter).filter((text) => /^[\w.-]{1,40}$/.test(text));

/** A text that breaks a parameter's schema, best one that has a nearest value. */
function brokenFor(parameter: Parameter) {
  const texts = plainTexts(parameter).map((text) => ({
    name: parameter.name,
    text,
    nearest: nearestTo(parameter, text),
  }));
  return [texts.find(({ nearest }) => nearest !== undefined) ?? texts[0] ?? []].flat();
}

/** A body that is taken, and the same with a member that no schema names; then the record, or the list. */
async function sendUnnamedMember(context: CaseContext): Promise<undefined> {
  const { subject } = context;
  const resource = resourceOf(context);
  const media = bodyOf(subject.operation);
  if (media === undefined) return;
  await createRecord(context);
  const { body } = knownRecordBody(context, subject, {});
  const steps = takenSteps(subject);
  const record = { ...Object(partAt(body, steps)), [UNNAMED]: 'x' };
  const whole = steps.length === 0 ? record : withPart(media.schema, body, steps, record);
  const path = await fetchPath(context, subject);
  const shown = recordOf(await context.send(toRequest(subject.operation, { path, body: whole })), resource);
  if (shown === undefined) return;
  if (resource.operations.read === undefined) await requestWholeList(context, resource);
  else await requestRecord(context, resource, idOf(shown, resource));
}
