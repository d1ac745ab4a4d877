import { formsOf, own, plain, type Resource, templateNames, validatorOf, wordsOf } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { SAYS_NO_SUCH, SAYS_REFERRED, SAYS_THERE } from '../../records/list-words';
import { idOf, keyOf, recordOf } from '../../records/records';
import { bodyNaming, type Reference, referencesBelow, referencesIn } from '../../requests/references';
import { toRequest } from '../../requests/request';
import { fits, knownRecordBody, nothingToSend } from '../../requests/valid';
import { hasOtherAccount } from '../../steps/accounts';
import { type Case, type CaseContext, type Check, inRole } from '../../steps/check';
import { readyPath } from '../../steps/paths';
import { createRecord, pathTo, unknownId } from '../../steps/records';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  fail,
  operationClause,
  PASS,
  replied,
  skip,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';

/** A body that names a record which is not there is refused, where the document says so. */
export const inputReferences: Check = {
  id: 'input.references',
  title: 'A body that names a record which does not exist is refused',
  level: 'MUST',
  applies: (subject) => referencesOf(subject).length > 0 || belowOf(subject).length > 0,
  clause: ({ operation }) => operationClause(operation, 'What the body names has to be there.'),
  cases: (subject, { limits }) => {
    const named = referencesOf(subject);
    const all = named.map(({ steps }) => steps.join('.')).join(', ');
    const eachBy = (idFor: (context: CaseContext, one: Reference) => unknown): Case['run'] =>
      async function* (context) {
        for (const one of named) yield* await verdictsOf(() => nameNothing(context, one, () => idFor(context, one)));
      };
    const isDeleted = named.some(({ resource }) => isRemovable(resource));
    const inNone = eachBy((context, { resource }) => unknownId(context, resource, 5));
    const below = belowOf(subject);
    const ofBelow = below.map(({ name }) => name).join(', ');
    return [
      ...(below.length === 0
        ? []
        : [{ name: `${ofBelow} of nothing below what the body names`, tier: 1 as const, run: nameElsewhere }]),
      ...(named.length === 0
        ? []
        : [
            // One case, since each of them costs few requests, and a server may forget one alone.
            {
              name: `${all} of no record${isDeleted ? ', or of one that was deleted' : ''}`,
              tier: 1 as const,
              run: async function* (context: CaseContext) {
                yield* await verdictsOf(() => inNone(context));
                if (isDeleted) yield* await verdictsOf(() => eachBy(idOfDeleted)(context));
                if (limits !== undefined) yield* await verdictsOf(() => eachBy(idOfOthers)(context));
              },
            },
            { name: `${all} of a record of another kind`, tier: 2 as const, run: eachBy(idOfAnother) },
          ]),
    ];
  },
};

function referencesOf(subject: Subject): readonly Reference[] {
  return referencesIn(subject).filter((one) => isSaid(subject, one.described, one));
}

const belowOf = (subject: Subject) =>
  subject.purpose?.role === 'create' && takenSteps(subject).length === 0
    ? referencesBelow(subject).filter((one) => isSaid(subject, one.described, one) || SAME.test(one.described))
    : [];

/** `An address of the same customer`. */
const SAME =
  /\b(?:of|to|by|for|from) (?:the|this|that) same \p{L}+|\b(?:has|have|must|needs?) to belong|\bmust belong\b/iu;

/** What lies below a record that the body names is not there below that one: it has no such record, or another one has it. */
async function* nameElsewhere(context: CaseContext): AsyncGenerator<Verdict> {
  for (const one of belowOf(context.subject)) {
    const ids = [
      ...(isSaid(context.subject, one.described, one) ? [async () => unknownId(context, one.resource, 6)] : []),
      ...(SAME.test(one.described) ? [() => idBelowOther(context, one)] : []),
    ];
    for (const idFor of ids) yield* await verdictsOf(async () => nameBelow(context, one, await idFor()));
  }
}

type Below = ReturnType<typeof belowOf>[number];

async function idBelowOther(context: CaseContext, { resource, parent }: Below): Promise<unknown> {
  const other = await createRecord(inRole(context, parent.resource, 'create'));
  return (await createRecord(inRole(context, resource, 'create'), {}, { [parent.above]: other.id })).id;
}

async function nameBelow(context: CaseContext, { name, resource, parent }: Below, id: unknown): Promise<Verdict> {
  const { subject } = context;
  const { read } = resource.operations;
  const { body } = knownRecordBody(context, subject, {});
  const named = { ...body, [name]: id };
  const media = bodyOf(subject.operation);
  if (read === undefined || media === undefined || !fits(media, named))
    return nothingToSend(subject, 'no valid body is known');
  const path = { [parent.above]: own(body, parent.member), ...pathTo(resource, id) };
  const seen = await context.send(toRequest(read, { path }));
  if (seen.response?.status !== 404) return skip('the id that was tried may have a record');
  const exchange = replied(await context.send(toRequest(subject.operation, { body: named })));
  if (!isSuccess(exchange)) return PASS;
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} of ${resource.name} below ${brief(own(body, parent.member))}`,
    actual: outcomeOf(exchange),
    exchanges: [seen, exchange],
    key: `${name} elsewhere`,
    topic: { member: name },
  });
}

/**
 * By words that name the record: of the operation that it has to be there, or of a refusal that it is not; by words of the member
 * itself, and of a refusal that speaks of whatever a body refers to. A create's 404 at a path that names nothing speaks of the body.
 */
function isSaid(
  { operation: { path, summary, description: whole, replies }, purpose }: Subject,
  described: string,
  { name, resource }: { readonly name: string; readonly resource: Resource },
): boolean {
  const forms = [...formsOf(resource.name), plain(name).replace(/ids?$/, '')];
  const isAbout = (text: string): boolean => wordsOf(text).some((word) => forms.includes(word));
  const refusals = replies.filter(({ status }) => typeof status === 'number' && status >= 400 && status < 500);
  // What is not there may be what the path names.
  const isInPath = resource.itemPath !== undefined && path.startsWith(resource.itemPath);
  const sentencesOf = (text: string): readonly string[] => text.split(/[.;:\n]+(?:\s|$)/);
  return (
    SAYS_THERE.test(described) ||
    [summary, whole].flatMap(sentencesOf).some((sentence) => SAYS_THERE.test(sentence) && isAbout(sentence)) ||
    refusals
      .filter(({ status }) => !isInPath || status !== 404)
      .flatMap(({ description }) => sentencesOf(description))
      .some(
        (sentence) =>
          SAYS_NO_SUCH.test(sentence) &&
          !SAYS_ACCESS.test(sentence) &&
          (isAbout(sentence) || SAYS_REFERRED.test(sentence)),
      ) ||
    (purpose?.role === 'create' &&
      templateNames(path).length === 0 &&
      refusals.some(({ status, description }) => status === 404 && !SAYS_ACCESS.test(description)))
  );
}

/** Where a refusal is about rights, too, what it says of records that are not there is no promise by itself. */
const SAYS_ACCESS = /\b(?:access|permission|permitted|authori[sz]ed)/i;

async function nameNothing(
  context: CaseContext,
  { steps, schema, resource }: Reference,
  idFor: () => unknown,
): Promise<Verdict> {
  const { subject } = context;
  const { read } = resource.operations;
  const path = subject.purpose?.role === 'create' ? {} : await readyPath(context);
  const id = await idFor();
  const body = validatorOf(schema, 'request')(id) === undefined ? bodyNaming(context, steps, id) : undefined;
  if (body === undefined || read === undefined) return nothingToSend(subject, 'no valid body is known');
  const exchange = replied(await context.send(toRequest(subject.operation, { path, body })));
  if (!isSuccess(exchange)) return PASS;
  const named = await context.send(toRequest(read, { path: pathTo(resource, id) }));
  if (named.response?.status !== 404) return skip('the id that was tried may have a record');
  const name = steps.join('.');
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} of ${resource.name}`,
    actual: outcomeOf(exchange),
    exchanges: [named, exchange],
    key: name,
    topic: { member: name },
  });
}

const isRemovable = ({ operations }: Resource): boolean =>
  operations.delete !== undefined && operations.create !== undefined;

/** The id of a record that was made, and deleted. @throws CannotJudge where that is not done */
async function idOfDeleted(context: CaseContext, { resource }: Reference): Promise<unknown> {
  const { delete: remove } = resource.operations;
  if (remove === undefined) throw new CannotJudge(skip('nothing of the kind is deleted'));
  const { id } = await createRecord(inRole(context, resource, 'create'));
  const exchange = await context.send(toRequest(remove, { path: pathTo(resource, id) }));
  if (!isSuccess(exchange) || exchange.response?.status === 202)
    throw new CannotJudge(skip(`it was not deleted: ${outcomeOf(exchange)}`));
  return id;
}

/** The id of a record that another account has made: that is none which is there for this one. @throws CannotJudge where none is made */
async function idOfOthers(context: CaseContext, { resource }: Reference): Promise<unknown> {
  if (!(await hasOtherAccount(context)))
    throw new CannotJudge(skip('the limit key is not seen to be of another account'));
  const { subject } = inRole(context, resource, 'create');
  const { body } = knownRecordBody(context, subject, {});
  const exchange = await context.send({ ...toRequest(subject.operation, { body }), credential: 'limit' });
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const id = record && idOf(record, resource);
  if (id === undefined) throw new CannotJudge(skip(`another account makes none: ${outcomeOf(exchange)}`));
  return id;
}

/** The id of a record of another resource, where such a one has the form. @throws CannotJudge where none is known */
function idOfAnother({ contract, known }: CaseContext, { schema, resource }: Reference): unknown {
  const isId = validatorOf(schema, 'request');
  for (const other of contract.resources)
    for (const { id } of other === resource ? [] : known.collection(other).records.values())
      if (isId(id) === undefined && !known.collection(resource).records.has(keyOf(id))) return id;
  throw new CannotJudge(skip('no record of another kind has such an id'));
}
