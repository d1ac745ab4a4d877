import type { BehaviourId } from '../../../openapi/behaviours/options';
import { documents, type Parameter, templateNames } from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { isStream, type Subject, subjectsOf } from '../../exchange/subject';
import type { Case, CaseContext, Check } from '../../steps/check';
import { silencesRule } from '../../unspecified/changed';
import { isLeftOpen } from '../../unspecified/queries';
import { operationClause, verdictsOf } from '../../verdict/verdict';
import { sendAgain, sendTakingGzip } from './ask-again';
import { sendBrokenPath, sendBrokenQuery, sendUnknownQuery, sendWrongMethod } from './ask-otherwise';
import { sendNewRecords, sendTellingTexts, sendUnnamedMember } from './make-records';

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
