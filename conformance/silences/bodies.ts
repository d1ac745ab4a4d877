import { jsonMediaType, own, type Purpose, propertiesOf, schemaAt, surePurposesOf } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSuccess } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { idOf, type JsonRecord, recordOf, sameJson } from '../records/records';
import { fits } from '../requests/valid';
import { furtherIn } from './further-members';
import { createSightings, type NewLearner } from './learner';
import { recordsShown } from './records-shown';
import { bodySent, recordSent } from './sent-body';

type Outcome = 'dropped' | 'stored';

/** A member that was sent with a new record, and what the reply made of it. */
interface Sent {
  readonly name: string;
  readonly value: unknown;
  readonly made: Exchange;
}

const MOST = 200;

/** What a create shows is believed once a later reply shows the same of the record, or where none was asked for. */
export const learnUnknownMembers: NewLearner<'body.unknown'> = (contract) => {
  const purposes = surePurposesOf(contract);
  const refusals: { readonly shows: string; readonly exchange: Exchange }[] = [];
  const sent = new Map<string, Sent & { first: Outcome; later?: Outcome; shownBy: Exchange }>();
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
    const record = isSuccess(exchange) ? recordOf(exchange, purpose.resource) : undefined;
    const id = record && idOf(record, purpose.resource);
    if (record === undefined || id === undefined || sent.size >= MOST) return;
    sent.set(`${purpose.resource.storedIn} ${keyOf(id)}`, {
      name,
      value,
      made: exchange,
      first: outcomeIn(record, name, value),
      shownBy: exchange,
    });
  };

  return {
    observe(exchange) {
      const { request } = exchange;
      const purpose = purposes.get(request.operation);
      if (purpose === undefined || !isOfOperation(exchange) || !isOfOneCaller(request.credential)) return;
      if (purpose.role === 'create') return noteCreate(exchange, purpose);
      for (const record of recordsShown(exchange, purpose)) {
        const known = sent.get(`${purpose.resource.storedIn} ${keyOf(idOf(record, purpose.resource))}`);
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
        else unseen = `${name} came back at once, and nobody has asked whether it stays`;
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
  const { resource, role } = purpose;
  const media = jsonMediaType(request.operation.body?.content ?? []);
  const record = recordSent(request, purpose);
  const schema = media?.schema && schemaAt(media.schema, resource.taken[role] ?? []);
  if (media?.schema === undefined || record === undefined || schema === undefined) return undefined;
  const whole = bodySent(request);
  if (whole === undefined || !fits({ ...media, schema: media.schema }, whole)) return undefined;
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
