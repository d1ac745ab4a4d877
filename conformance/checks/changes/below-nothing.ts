import fc from 'fast-check';
import { documents, successOf } from '../../../openapi/contract';
import { unlikely } from '../../arbitraries/path-value';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { idOf, keyOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { Case, CaseContext, Check } from '../../steps/check';
import { type Host, hostsOf } from '../../steps/paths';
import { createRecord } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

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
    run: (context) => judge(context, host, unknownId(context, host)),
  };
  if (operations.delete === undefined) return [unknown];
  const gone: Case = {
    name: `a deleted one of ${name}`,
    tier: 1,
    run: async (context) => {
      const id = await makeGone(context, host);
      return typeof id === 'object' ? id : judge(context, host, id);
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

async function judge(context: CaseContext, host: Host, id: unknown): Promise<Verdict> {
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
