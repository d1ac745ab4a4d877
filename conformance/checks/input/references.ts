import {
  own,
  propertiesOf,
  type Resource,
  replyFor,
  sentencesAround,
  templateNames,
  validatorOf,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { idOf, keyOf, recordsOf } from '../../records/records';
import { bodyNaming, knownRecordBody, nothingToSend } from '../../requests/bodies/record-in-body';
import { cataloguedIn, type Reference, referencesBelow, referencesIn } from '../../requests/bodies/references';
import { fits } from '../../requests/bodies/valid';
import { hintsOf } from '../../requests/hints';
import { toRequest } from '../../requests/request';
import { namesEveryMistake } from '../../rules/oracles/refusal-reason';
import { hasOtherAccount } from '../../steps/accounts';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { readyPath, sendWhereReady } from '../../steps/paths/paths';
import { createRecord, idsLike, madeIn, pathTo, unknownId } from '../../steps/records';
import { walkerOf } from '../../steps/ways/ways';
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
import { isSaid, SAME_RULES, saysSame, statusSaid, statusTold } from './reference-words';

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
    const made = named.filter(({ resource }) => resource.operations.create !== undefined);
    const eachBy = (
      idFor: (context: CaseContext, one: Reference) => unknown,
      some: readonly Reference[] = made,
    ): Case['run'] =>
      async function* (context) {
        for (const one of some) yield* await verdictsOf(() => nameNothing(context, one, () => idFor(context, one)));
      };
    const isDeleted = named.some(({ resource }) => isRemovable(resource));
    const inNone = eachBy(unknownIn, named);
    const below = belowOf(subject);
    const ofBelow = below.map(({ name }) => name).join(', ');
    return [
      ...(named.length === 0
        ? []
        : [
            // One case, since each of them costs few requests, and a server may forget one alone.
            {
              name: `${all} of no record${isDeleted ? ', or of one that was deleted' : ''}`,
              tier: 1 as const,
              run: async function* (context: CaseContext) {
                yield* await verdictsOf(() => inNone(context));
                if (named.length > 1 && namesEveryMistake(subject.operation, 'body'))
                  yield* await verdictsOf(() => nameNothingAtAll(context, named));
                if (isDeleted) yield* await verdictsOf(() => eachBy(idOfDeleted)(context));
                if (limits !== undefined) yield* await verdictsOf(() => eachBy(idOfOthers)(context));
              },
            },
            { name: `${all} of a record of another kind`, tier: 2 as const, run: eachBy(idOfAnother) },
          ]),
      ...(below.length === 0
        ? []
        : [{ name: `${ofBelow} of nothing below what the body names`, tier: 1 as const, run: nameElsewhere }]),
    ];
  },
};

function referencesOf(subject: Subject): readonly Reference[] {
  return [...referencesIn(subject), ...cataloguedIn(subject)].filter((one) => isSaid(subject, one.described, one));
}

function belowOf(subject: Subject): readonly Below[] {
  const { operation, purpose } = subject;
  if (purpose === undefined || takenSteps(subject).length > 0) return [];
  const told = (of: Subject) =>
    referencesBelow(of).flatMap((one): readonly Below[] => {
      const [isThere, isSame] = [isSaid(of, one.described, one), saysSame(of, one)];
      return isThere || isSame ? [{ ...one, isThere, isSame }] : [];
    });
  if (purpose.role === 'create') return told(subject);
  const { create } = purpose.resource.operations;
  const { schema } = recordBodyOf(subject) ?? {};
  if (create === undefined || purpose.role !== 'patch' || schema === undefined) return [];
  const taken = propertiesOf(schema);
  const areSameRules = [operation.description, String(schema.description ?? ''), ...sentencesAround(operation)].some(
    (text) => SAME_RULES.test(text),
  );
  return told({ ...subject, operation: create, purpose: { ...purpose, role: 'create' } }).flatMap((one) => {
    const property = taken.get(one.name);
    const described = String(property?.schema.description ?? '');
    const [isThere, isSame] = areSameRules
      ? [one.isThere, one.isSame]
      : [isSaid(subject, described, one), saysSame(subject, { ...one, described })];
    return property === undefined || property.readOnly || !(isThere || isSame) ? [] : [{ ...one, isThere, isSame }];
  });
}

type Below = ReturnType<typeof referencesBelow>[number] & { readonly isThere: boolean; readonly isSame: boolean };

/** What lies below a record that the body names is not there below that one: it has no such record, or another one has it. */
async function* nameElsewhere(context: CaseContext): AsyncGenerator<Verdict> {
  for (const one of belowOf(context.subject)) {
    const ids = [
      ...(one.isThere ? [async () => unknownId(context, one.resource, 6)] : []),
      ...(one.isSame ? [() => idBelowOther(context, one)] : []),
    ];
    for (const idFor of ids) yield* await verdictsOf(() => nameBelow(context, one, idFor));
  }
}

async function idBelowOther(context: CaseContext, { resource, parent }: Below): Promise<unknown> {
  const other = await createRecord(inRole(context, parent.resource, 'create'));
  return (await createRecord(inRole(context, resource, 'create'), {}, { [parent.above]: other.id })).id;
}

async function nameBelow(
  context: CaseContext,
  { name, resource, parent, described }: Below,
  idFor: () => unknown,
): Promise<Verdict> {
  const { subject } = context;
  const { read } = resource.operations;
  // What a change leaves out the record has.
  const changed = subject.purpose?.role === 'patch' ? await createRecord(context) : undefined;
  const body = changed === undefined ? knownRecordBody(context, subject, {}).body : {};
  // What is made for it is not what the body names beside it.
  const id = await idFor();
  const named = { ...body, [name]: id };
  const media = bodyOf(subject.operation);
  if (read === undefined || media === undefined || !fits(media, named))
    return nothingToSend(subject, 'no valid body is known');
  const above = own(changed?.record ?? body, parent.member);
  if ((above ?? null) === null) return skip('no body that names both is known');
  const path = { [parent.above]: above, ...pathTo(resource, id) };
  const seen = await context.send(toRequest(read, { path }));
  if (seen.response?.status !== 404) return skip('the id that was tried may have a record');
  const at = changed && { path: walkerOf(resourceOf(context), changed).path };
  const exchange = replied(await context.send(toRequest(subject.operation, { ...at, body: named })));
  const said = statusTold(subject, resource, described);
  // What the path names is there: a 404 is for what the body names.
  const isOther = said !== undefined && said !== 404 && exchange.response.status === 404;
  if (!isSuccess(exchange) && !isOther) return PASS;
  return fail({
    expected: `${said === undefined ? 'a status of 4xx' : `the status ${said}`}: there is no record ${brief(id)} of ${resource.name} below ${brief(above)}`,
    actual: outcomeOf(exchange),
    exchanges: [seen, exchange],
    key: `${name} elsewhere`,
    topic: { member: name },
  });
}

async function nameNothing(
  context: CaseContext,
  { steps, schema, resource, described }: Reference,
  idFor: () => unknown,
): Promise<Verdict> {
  const { subject } = context;
  const { read } = resource.operations;
  const path = subject.purpose?.role === 'create' ? undefined : await readyPath(context);
  const id = await idFor();
  const body = validatorOf(schema, 'request')(id) === undefined ? bodyNaming(context, steps, id) : undefined;
  if (body === undefined || read === undefined) return nothingToSend(subject, 'no valid body is known');
  const exchange = replied(
    path === undefined
      ? await sendWhereReady(context, { body })
      : await context.send(toRequest(subject.operation, { path, body })),
  );
  const said = statusSaid(subject, resource, described);
  const { status } = exchange.response;
  const isOther = said !== undefined && replyFor(subject.operation, status) === undefined;
  // What the path names is there: a 404 is for what the body names.
  const isOfPath = status === 404 && ![404, undefined].includes(statusTold(subject, resource, described));
  if (!isSuccess(exchange) && !(isRefusal(exchange) && (isOther || isOfPath))) return PASS;
  const named = await context.send(toRequest(read, { path: pathTo(resource, id) }));
  if (named.response?.status !== 404) return skip('the id that was tried may have a record');
  const name = steps.join('.');
  return fail({
    expected: `${said === undefined ? 'a status of 4xx' : `the status ${said}`}: there is no record ${brief(id)} of ${resource.name}`,
    actual: outcomeOf(exchange),
    exchanges: [named, exchange],
    key: name,
    topic: { member: name },
  });
}

/** A body of whose references none is there: a refusal that names one of them names each, where words say that it names all. */
async function nameNothingAtAll(context: CaseContext, named: readonly Reference[]): Promise<Verdict> {
  const { subject } = context;
  const path = subject.purpose?.role === 'create' ? {} : await readyPath(context);
  const ids = new Map(named.map((one) => [one, unknownId(context, one.resource, 8)]));
  const flat = named.filter(
    (one) => one.steps.length === 1 && validatorOf(one.schema, 'request')(ids.get(one)) === undefined,
  );
  const [first, ...others] = flat;
  const base = first && bodyNaming(context, first.steps, ids.get(first));
  if (base === undefined || others.length === 0) return nothingToSend(subject, 'no valid body is known');
  const body = { ...base, ...Object.fromEntries(others.map((one) => [one.steps[0] ?? '', ids.get(one)])) };
  const exchange = replied(await context.send(toRequest(subject.operation, { path, body })));
  const told = isRefusal(exchange)
    ? hintsOf(exchange).flatMap(({ in: place, at }) => (place === 'body' ? at.join('.') : []))
    : [];
  const isNamed = ({ steps }: Reference): boolean => told.includes(steps.join('.'));
  const lost = flat.find((one) => !isNamed(one));
  if (lost === undefined || !flat.some(isNamed)) return PASS;
  return fail({
    expected: `a refusal that names ${flat.map(({ steps }) => steps.join('.')).join(' and ')}, none of which is there`,
    actual: `one that names ${told.join(' and ')}`,
    exchanges: [exchange],
    key: 'not all named',
    topic: { member: lost.steps.join('.') },
  });
}

/** An id that no record has; where the member is stricter than the path, one that it takes. */
function unknownIn(context: CaseContext, { resource, schema }: Reference): unknown {
  const known = [...context.known.collection(resource).records.values()].map((record) => record.id);
  const last = known.at(-1);
  // A server may look no further than at the form of an id.
  const alike = typeof last === 'string' ? idsLike(last).filter((one) => !known.includes(one)) : [];
  const id = [...alike, unknownId(context, resource, 5)].find(
    (one) => validatorOf(schema, 'request')(one) === undefined,
  );
  if (id !== undefined) return id;
  return anotherValue(schema, known, context.options.seed + 5);
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
  const { list } = resource.operations;
  // What has to name others is none that it can make from what this account has.
  const isBound = referencesIn(subject).some(({ required }) => required);
  const shown =
    isBound && list !== undefined && templateNames(list.path).length === 0
      ? await context.send({ ...toRequest(list, {}), credential: 'limit' })
      : undefined;
  const [there] = (shown !== undefined && isSuccess(shown) && recordsOf(shown, resource)) || [];
  if (there !== undefined) return idOf(there, resource);
  const { body } = knownRecordBody(context, subject, {});
  const exchange = await context.send({ ...toRequest(subject.operation, { body }), credential: 'limit' });
  const made = madeIn(exchange, resource);
  if (made === undefined) throw new CannotJudge(skip(`another account makes none: ${outcomeOf(exchange)}`));
  return made.id;
}

/** The id of a record of another resource, where such a one has the form. @throws CannotJudge where none is known */
function idOfAnother({ contract, known }: CaseContext, { schema, resource }: Reference): unknown {
  const isId = validatorOf(schema, 'request');
  for (const other of contract.resources)
    for (const { id } of other === resource ? [] : known.collection(other).records.values())
      if (isId(id) === undefined && !known.collection(resource).records.has(keyOf(id))) return id;
  throw new CannotJudge(skip('no record of another kind has such an id'));
}
