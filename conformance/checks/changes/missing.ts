import { documents, type Resource } from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { idOf, keyOf } from '../../records/records';
import { knownRecordBody, nothingToSend, unplaced } from '../../requests/bodies/record-in-body';
import { fits, knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { lookAgain, requestWholeList } from '../../steps/lists';
import { type Host, hostsOf, isTelling } from '../../steps/paths/parents';
import {
  createRecord,
  fetchRecord,
  pathTo,
  readRecord,
  recordMarkOf,
  refusedMark,
  unknownId,
} from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, inconclusive, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { sendTo } from './change';

/** What does not exist is not changed, and not made by it, unless the contract has a 201 for that, or no other way to make it. */
export const missingNotChanged: Check = {
  id: 'missing.not-changed',
  isShownByFew: true,
  title: 'A change of a record that does not exist changes and creates nothing',
  level: 'MUST',
  applies: (subject) => isDeletionOfText(subject) || isChange(subject),
  clause: (subject) => clauseOf(subject, 404, 'There is no record with this id.'),
  cases: (subject) => {
    const { purpose } = subject;
    // It costs little, and each deletion looks for its record by itself.
    if (isDeletionOfText(subject)) return [{ ...DELETE_UNKNOWN, kind: `nothing to ${subject.operation.id}` }];
    const { create, delete: remove } = purpose?.resource.operations ?? {};
    return create === undefined || remove === undefined ? [CHANGE_UNKNOWN] : [CHANGE_UNKNOWN, CHANGE_DELETED];
  },
};

const isChange = ({ purpose, operation }: Subject): boolean =>
  (purpose?.role === 'replace' || purpose?.role === 'patch') &&
  documents(operation, 404) &&
  !documents(operation, 201) &&
  (purpose.role === 'patch' || purpose.resource.operations.create !== undefined) &&
  bodyOf(operation) !== undefined &&
  purpose.resource.idParameter !== undefined;

/** Of other ids one is tried that breaks its schema (`input.parameters-refused`). */
const isDeletionOfText = ({ purpose, operation }: Subject): boolean =>
  purpose?.role === 'delete' &&
  documents(operation, 404) &&
  purpose.resource.operations.read !== undefined &&
  purpose.resource.idParameter !== undefined &&
  operation.parameters.every((parameter) => parameter.in !== 'path' || brokenTexts(parameter).length === 0);

const DELETE_UNKNOWN: Case = {
  name: 'the deletion of an unknown id',
  tier: 1,
  run: async (context) => {
    const resource = resourceOf(context);
    const id = unknownId(context, resource, 2);
    await ensureMissing(context, resource, id);
    const exchange = replied(await context.send(toRequest(context.subject.operation, { path: pathTo(resource, id) })));
    if (!isSuccess(exchange)) return PASS;
    return fail({
      expected: 'the status 404: there is nothing to delete',
      actual: `${outcomeOf(exchange)} to the deletion of what is not there, ${brief(id)}`,
      exchanges: [exchange],
      key: 'nothing deleted',
      topic: { wanted: 404 },
    });
  },
};

const CHANGE_UNKNOWN: Case = {
  name: 'an unknown id',
  tier: 1,
  run: (context) => changeMissing(context, unknownId(context, resourceOf(context), 2), false),
};

const CHANGE_DELETED: Case = {
  name: 'a deleted record',
  tier: 1,
  run: async (context) => changeMissing(context, await deleteNew(context, resourceOf(context)), true),
};

/** Nothing is created below a record that does not exist. */
export const belowNothing: Check = {
  id: 'below.nothing-made',
  title: 'Nothing is created below a record that does not exist',
  level: 'MUST',
  applies: ({ contract, purpose }) => purpose?.role === 'create' && hostsOf(contract, purpose.resource).some(isTelling),
  clause: (subject) => clauseOf(subject, 404, 'There is no record to make it below.'),
  cases: ({ contract, purpose }) =>
    purpose === undefined ? [] : hostsOf(contract, purpose.resource).filter(isTelling).flatMap(casesBelow),
};

function casesBelow(host: Host): readonly Case[] {
  const { resource } = host;
  const unknown: Case = {
    name: `an unknown id of ${resource.name}`,
    tier: 1,
    run: (context) => createBelow(context, host, unknownId(context, resource, 1)),
  };
  const gone: Case = {
    name: `a deleted one of ${resource.name}`,
    tier: 1,
    run: async (context) => createBelow(context, host, keyOf(await deleteNew(context, resource))),
  };
  return resource.operations.delete === undefined ? [unknown] : [unknown, gone];
}

/** Makes a record and deletes it; resolves to its id. */
async function deleteNew(context: CaseContext, resource: Resource): Promise<unknown> {
  const { id } = await createRecord(inRole(context, resource, 'create'));
  if (id === undefined) throw new CannotJudge('records show no id, so none can be asked for');
  const exchange = await sendTo(inRole(context, resource, 'delete'), id);
  if (!isSuccess(exchange) || exchange.response?.status === 202)
    throw new CannotJudge(`it was not deleted: ${outcomeOf(exchange)}`);
  return id;
}

/** Reads what should not be there. @throws CannotJudge where it is */
async function ensureMissing(context: CaseContext, resource: Resource, id: unknown): Promise<void> {
  const seen = await readRecord(context, resource, id);
  if (seen !== undefined && isSuccess(seen.exchange)) throw new CannotJudge(skip('the id that was tried has a record'));
}

/** @param isDeleted whether this run has deleted the record: then no other than that may come back */
async function changeMissing(context: CaseContext, id: unknown, isDeleted: boolean): Promise<Verdict> {
  const { subject } = context;
  const resource = resourceOf(context);
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  if (!isDeleted) await ensureMissing(context, resource, id);
  const mark = recordMarkOf(subject);
  const text = refusedMark(context, subject);
  const media = bodyOf(subject.operation);
  const { body } = knownRecordBody(context, subject, mark === undefined ? {} : { [mark]: text });
  if (media === undefined || !fits(media, body)) return nothingToSend(subject, 'no valid body is known');
  const there = isDeleted ? undefined : (await requestWholeList(context, resource))?.listing;
  const exchange = replied(await context.send(toRequest(subject.operation, { path: pathTo(resource, id), body })));
  const expected = `the status 404, and no record ${brief(id)} made`;
  if (isSuccess(exchange))
    return fail({ expected, actual: outcomeOf(exchange), exchanges: [exchange], key: 'changed' });
  let after = (await readRecord(context, resource, id))?.exchange;
  const isMissing = async (): Promise<boolean> => {
    after = (await readRecord(context, resource, id))?.exchange;
    return after === undefined || !isSuccess(after);
  };
  // A deletion may be shown late.
  if (isDeleted && after !== undefined && isSuccess(after) && (await lookAgain(context, isMissing)) === 'known')
    throw new CannotJudge('changes are shown late');
  if (after !== undefined && isSuccess(after))
    return fail({ expected, actual: `${outcomeOf(after)} for that id`, exchanges: [exchange, after], key: 'made' });
  const listed = there?.isWhole === true ? await requestWholeList(context, resource) : undefined;
  const made = listed?.listing?.records.find(
    (record) =>
      mark !== undefined && record[mark] === text && there?.byKey.has(keyOf(idOf(record, resource))) === false,
  );
  if (listed === undefined || made === undefined) return PASS;
  return fail({ expected, actual: `the record ${brief(made)}`, exchanges: [exchange, listed.exchange], key: 'made' });
}

async function createBelow(context: CaseContext, { resource, parameter }: Host, id: unknown): Promise<Verdict> {
  const { operation } = context.subject;
  await ensureMissing(context, resource, id);
  const { body } = knownBody(context, context.subject);
  const exchange = replied(await context.send(toRequest(operation, { path: { [parameter]: id }, body })));
  if (!isSuccess(exchange)) return PASS;
  const { exchange: after } = await fetchRecord(context, resource, id);
  if (isSuccess(after)) return inconclusive('the server makes the record above as well');
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} to make it below`,
    actual: outcomeOf(exchange),
    exchanges: [exchange, after],
    key: 'made',
  });
}
