import { documents, fits, own, type Purpose, propertiesOf, templateNames } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { fitsAsText, queryOf } from '../exchange/query';
import { recordBodyOf } from '../exchange/record-body';
import { bodyOf } from '../exchange/subject';
import { idOf, type JsonRecord, sameJson, shownWithId } from '../records/records';
import { bodySent, furtherIn, recordKey, recordSent, recordsShown } from './bodies';
import { byExchange, createSightings, type NewLearner } from './learner';

/**
 * Only of an operation that documents 404: of others it says nothing of what is there. A path with several parameters is left
 * out, since what another one names may not be there.
 */
export const learnInvalidPath: NewLearner<'path.invalid'> = () =>
  byExchange((exchange) => {
    const { request, response } = exchange;
    const { operation } = request;
    if (response === undefined || !isOfOperation(exchange) || !isOfOneCaller(request.credential)) return undefined;
    if (!isSafe(request) || !documents(operation, 404) || !isBroken(exchange)) return undefined;
    const shows = `${request.target}: ${response.status}`;
    if (response.status === 404) return { option: 'not-found', shows };
    return response.status === 400 ? { option: 'bad-request', shows } : undefined;
  }, 'no request had a path parameter that breaks its schema, of an operation that documents 404');

/** Whether the one parameter of the path breaks its schema, as a plain text, and nothing else is wrong. */
function isBroken({ request }: Exchange): boolean {
  const { operation, path } = request;
  const [name, ...others] = templateNames(operation.path);
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
  const value = own(path, name ?? '');
  if (parameter === undefined || others.length > 0 || !/^[\w.-]{1,60}$/.test(String(value ?? ''))) return false;
  if (!queryOf(request).isLawful) return false;
  return !fitsAsText(parameter.schema, value);
}

/** Only of a path that was served before by another method: else a 404 may say that nothing is there. */
export const learnWrongMethod: NewLearner<'method.wrong'> = ({ operations }) => {
  const sightings = createSightings<'method-not-allowed' | 'not-found'>();
  const served = new Set<string>();
  return {
    observe(exchange) {
      const { request, response } = exchange;
      const [path = ''] = request.target.split('?');
      if (isSuccess(exchange)) served.add(path);
      const isOfPath = operations.some((one) => one.path === request.operation.path && one.method === request.method);
      if (response === undefined || isOfPath || ASIDE.includes(request.method) || !isOfOneCaller(request.credential))
        return;
      const allow = response.headers.get('allow');
      const shows = `${request.method} ${path}: ${response.status}${allow === undefined ? '' : `, Allow: ${allow}`}`;
      if (response.status === 405) sightings.see('method-not-allowed', shows, [exchange]);
      else if (response.status === 404 && served.has(path)) sightings.see('not-found', shows, [exchange]);
      else if (response.status !== 404 && response.status !== 401)
        sightings.seeOther(`a wrong method is answered as no option says: ${shows}`);
    },
    conclude: () => sightings.conclude('no request had a method that its path does not have'),
  };
};

/** Methods that a server may take wherever it takes others (RFC 9110 §9.3). */
const ASIDE: readonly string[] = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];

type Outcome = 'dropped' | 'stored';

/** A member that was sent with a new record, and what replies made of it. */
interface Sent {
  readonly name: string;
  readonly value: unknown;
  readonly made: Exchange;
  readonly first: Outcome;
  later?: Outcome;
  shownBy: Exchange;
}

const MOST = 200;

/** What a create shows is believed once a later reply shows the same of the record, or where none was asked for. */
export const learnUnknownMembers: NewLearner<'body.unknown'> = () => {
  const refusals: { readonly shows: string; readonly exchange: Exchange }[] = [];
  const sent = new Map<string, Sent>();
  /** Operations that have taken a body without such members. */
  const takes = new Set<string>();

  const noteCreate = (exchange: Exchange, purpose: Purpose): void => {
    const { request, response } = exchange;
    const unknown = unknownMembers(exchange, purpose);
    if (unknown === undefined || response === undefined) return;
    const [first, ...others] = Object.entries(unknown);
    if (first === undefined) {
      if (isSuccess(exchange)) takes.add(request.operation.id);
      return;
    }
    if (others.length > 0) return;
    const [name, value] = first;
    if ((response.status === 400 || response.status === 422) && takes.has(request.operation.id)) {
      if (refusals.length < MOST)
        refusals.push({ shows: `a body with the member ${name}: ${response.status}`, exchange });
      return;
    }
    const shown = shownWithId(exchange, purpose.resource);
    if (shown === undefined || sent.size >= MOST) return;
    const outcome = outcomeIn(shown.record, name, value);
    sent.set(recordKey(purpose.resource, shown.id), { name, value, made: exchange, first: outcome, shownBy: exchange });
  };

  return {
    observe(exchange, purpose) {
      if (purpose === undefined || !isOfOperation(exchange) || !isOfOneCaller(exchange.request.credential)) return;
      if (purpose.role === 'create') return noteCreate(exchange, purpose);
      for (const record of recordsShown(exchange, purpose)) {
        const known = sent.get(recordKey(purpose.resource, idOf(record, purpose.resource)));
        if (known === undefined || known.later !== undefined || !['read', 'list'].includes(purpose.role)) continue;
        known.later = outcomeIn(record, known.name, known.value);
        known.shownBy = exchange;
      }
    },
    conclude() {
      const sightings = createSightings<Outcome | 'refused'>();
      let unseen = 'no new record was sent with a member that its schema allows and does not name';
      for (const { shows, exchange } of refusals) sightings.see('refused', shows, [exchange]);
      for (const { name, first, later, made, shownBy } of sent.values()) {
        if (later !== undefined && later !== first)
          sightings.seeOther(`${name} is shown by the create alone, or by later replies alone`);
        else if (first === 'dropped' || later === 'stored')
          sightings.see(
            first,
            `the member ${name} is ${first === 'stored' ? 'shown with' : 'not shown in'} the record`,
            made === shownBy ? [made] : [made, shownBy],
          );
        else unseen = `${name} came back at once, and no later reply shows whether it stays`;
      }
      return sightings.conclude(unseen);
    },
  };
};

const outcomeIn = (record: JsonRecord, name: string, value: unknown): Outcome =>
  sameJson(own(record, name), value) ? 'stored' : 'dropped';

/**
 * The members of the record that a create sends which its schema allows and neither it nor the shown record's names; undefined
 * where something else may decide what becomes of the body.
 */
function unknownMembers(exchange: Exchange, purpose: Purpose): JsonRecord | undefined {
  const { request } = exchange;
  const { resource } = purpose;
  const media = bodyOf(request.operation);
  const schema = recordBodyOf({ operation: request.operation, purpose })?.schema;
  const [whole, record] = [bodySent(request), recordSent(request, purpose)];
  if (media === undefined || schema === undefined || whole === undefined || record === undefined) return undefined;
  if (!fits(media.schema, 'request', whole)) return undefined;
  const named = [...propertiesOf(schema).keys(), ...propertiesOf(resource.schema).keys()].map((name) =>
    name.toLowerCase(),
  );
  const further = furtherIn(schema, record)?.filter((name) => !name.includes('.'));
  const names = Object.keys(record).filter((name) => further?.includes(name));
  // Names in another case, and those of every object, are read by some servers as something else.
  if (
    further === undefined ||
    names.some((name) => named.includes(name.toLowerCase()) || !/^[a-z]\w*$/i.test(name) || name in {})
  )
    return undefined;
  // Where the record's own schema has no room for it, the document says that it is not shown.
  if (furtherIn(resource.schema, {}) === undefined) return undefined;
  return Object.fromEntries(names.map((name) => [name, own(record, name)]));
}
