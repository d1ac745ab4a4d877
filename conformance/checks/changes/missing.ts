import fc from 'fast-check';
import { documents, successOf } from '../../../openapi/contract';
import { unlikely } from '../../arbitraries/path-value';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { idOf, keyOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { fits, knownBody, knownRecordBody, nothingToSend, unplaced } from '../../requests/valid';
import type { Case, CaseContext, Check } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { type Host, hostsOf } from '../../steps/paths';
import { createRecord, recordMarkOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** What does not exist is not changed, and not made by it, unless the contract has a 201 for that, or no other way to make it. */
export const missingNotChanged: Check = {
  id: 'missing.not-changed',
  title: 'What does not exist is not changed, nor made by that',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    (purpose?.role === 'replace' || purpose?.role === 'patch') &&
    documents(operation, 404) &&
    !documents(operation, 201) &&
    (purpose.role === 'patch' || purpose.resource.operations.create !== undefined) &&
    bodyOf(operation) !== undefined &&
    purpose.resource.idParameter !== undefined,
  clause: (subject) => clauseOf(subject, 404, 'There is no record with this id.'),
  cases: ({ purpose }) => {
    const { create, delete: remove } = purpose?.resource.operations ?? {};
    const unknown: Case = { name: 'an unknown id', tier: 1, run: judgeUnknown };
    const gone: Case = { name: 'a deleted record', tier: 1, run: judgeGone };
    return create === undefined || remove === undefined ? [unknown] : [unknown, gone];
  },
};

async function judgeUnknown(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource?.idParameter === undefined) return PASS;
  const { records } = context.known.collection(resource);
  const drawn = fc.sample(unlikely(resource.idParameter.schema), { numRuns: 20, seed: context.options.seed + 2 });
  const id = drawn.find((one) => !records.has(keyOf(one)));
  return id === undefined ? skip('no unknown id is found') : judgeChange(context, id);
}

async function judgeGone(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const remove = resource?.operations.delete;
  if (resource === undefined || remove === undefined) return PASS;
  const made = await createRecord(context);
  const id = idOf(made.record, resource);
  const exchange = await context.send(toRequest(remove, { path: { [resource.idParameter?.name ?? '']: id } }));
  return isSuccess(exchange) && exchange.response?.status !== 202
    ? judgeChange(context, id, true)
    : inconclusive(`it was not deleted: ${outcomeOf(exchange)}`);
}

/** @param isDeleted whether this run has deleted the record: then no other than that may come back */
async function judgeChange(context: CaseContext, id: unknown, isDeleted = false): Promise<Verdict> {
  const { subject, send } = context;
  const { resource } = subject.purpose ?? {};
  const media = bodyOf(subject.operation);
  if (resource === undefined || media === undefined) return PASS;
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const path = { [resource.idParameter?.name ?? '']: id };
  const { read } = resource.operations;
  const before = isDeleted ? undefined : read && (await send(toRequest(read, { path })));
  if (before !== undefined && isSuccess(before)) return skip('the id that was tried has a record');
  const mark = recordMarkOf(subject);
  const text = refusedMark(context, subject);
  const { body } = knownRecordBody(context, subject, mark === undefined ? {} : { [mark]: text });
  if (!fits(media, body)) return nothingToSend(subject, 'no valid body is known');
  const there = isDeleted ? undefined : await requestWholeList(context, resource);
  const exchange = await send(toRequest(subject.operation, { path, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  const expected = `the status 404, and no record ${brief(id)} made`;
  if (isSuccess(exchange))
    return fail({ expected, actual: outcomeOf(exchange), exchanges: [exchange], key: 'changed' });
  const after = read && (await send(toRequest(read, { path })));
  if (after !== undefined && isSuccess(after))
    return fail({ expected, actual: `${outcomeOf(after)} for that id`, exchanges: [exchange, after], key: 'made' });
  const listed = there?.listing?.isWhole === true ? await requestWholeList(context, resource) : undefined;
  const made = listed?.listing?.records.find(
    (record) =>
      mark !== undefined && record[mark] === text && there?.listing?.byKey.has(keyOf(idOf(record, resource))) === false,
  );
  if (listed === undefined || made === undefined) return PASS;
  return fail({ expected, actual: `the record ${brief(made)}`, exchanges: [exchange, listed.exchange], key: 'made' });
}

/** Nothing is made below a record that does not exist. */
export const belowNothing: Check = {
  id: 'below.nothing-made',
  title: 'Nothing is made below a record that does not exist',
  level: 'MUST',
  applies: ({ contract, purpose }) => purpose?.role === 'create' && hostsOf(contract, purpose.resource).some(isTelling),
  clause: (subject) => clauseOf(subject, 404, 'There is no record to make it below.'),
  cases: ({ contract, purpose }) =>
    purpose === undefined ? [] : hostsOf(contract, purpose.resource).filter(isTelling).flatMap(casesOf),
};

/** Whether the server gives out the ids, and says which of them are there. */
const isTelling = ({ resource: { operations, idParameter, idProperty } }: Host): boolean =>
  operations.create !== undefined &&
  operations.read !== undefined &&
  documents(operations.read, 404) &&
  idParameter !== undefined &&
  idProperty !== undefined;

function casesOf(host: Host): readonly Case[] {
  const { name, operations } = host.resource;
  const unknown: Case = {
    name: `an unknown id of ${name}`,
    tier: 1,
    run: (context) => judgeCreate(context, host, unknownId(context, host)),
  };
  if (operations.delete === undefined) return [unknown];
  const gone: Case = {
    name: `a deleted one of ${name}`,
    tier: 1,
    run: async (context) => {
      const id = await makeGone(context, host);
      return typeof id === 'object' ? id : judgeCreate(context, host, id);
    },
  };
  return [unknown, gone];
}

function unknownId({ known, options }: CaseContext, { resource }: Host): unknown {
  const { records } = known.collection(resource);
  const drawn = fc.sample(unlikely(resource.idParameter?.schema ?? {}), { numRuns: 20, seed: options.seed + 1 });
  return drawn.find((id) => !records.has(keyOf(id)));
}

/** The id of a record that was made and deleted; a verdict where that was not done. */
async function makeGone(context: CaseContext, { resource }: Host): Promise<string | Verdict> {
  const { create, delete: remove } = resource.operations;
  if (create === undefined || remove === undefined) return PASS;
  const subject = { ...context.subject, operation: create, purpose: { resource, role: 'create' as const } };
  const made = await createRecord({ ...context, subject });
  const id = keyOf(idOf(made.record, resource));
  const exchange = await context.send(toRequest(remove, { path: { [resource.idParameter?.name ?? '']: id } }));
  return isSuccess(exchange) ? id : inconclusive(`it was not deleted: ${outcomeOf(exchange)}`);
}

async function judgeCreate(context: CaseContext, host: Host, id: unknown): Promise<Verdict> {
  if (id === undefined) return skip('no unknown id is found');
  const { operation } = context.subject;
  const place = { [host.parameter]: id };
  const before = await requestHost(context, host, id);
  if (isSuccess(before)) return skip('the id that was tried has a record');
  const { body } = knownBody(context, context.subject);
  const exchange = await context.send(toRequest(operation, { path: place, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (!isSuccess(exchange)) return PASS;
  const after = await requestHost(context, host, id);
  if (isSuccess(after)) return inconclusive('the server makes the record above as well');
  return fail({
    expected: `a status of 4xx: there is no record ${brief(id)} to make it below`,
    actual: outcomeOf(exchange),
    exchanges: [exchange, after],
    key: 'made',
  });
}

const requestHost = ({ send }: CaseContext, { resource, parameter }: Host, id: unknown): Promise<Exchange> => {
  const { read } = resource.operations;
  if (read === undefined || successOf(read) === undefined) throw new Error('a host that is not read');
  return send(toRequest(read, { path: { [parameter]: id } }));
};
