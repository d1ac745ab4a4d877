import {
  documents,
  filledInBy,
  isObject,
  jsonIn,
  memoized,
  own,
  partAt,
  propertiesOf,
  type Resource,
  roleOf,
  type Steps,
  schemaAt,
  sentencesAround,
  templateNames,
  uniqueByServer,
  validatorOf,
} from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { placeOf } from '../../exchange/place';
import { hasHalfPair } from '../../exchange/query';
import { bodyOf } from '../../exchange/subject';
import { valueIn } from '../../records/inner';
import { namesOf } from '../../records/lists/condition';
import { type Listing, mayBeLate, passes } from '../../records/lists/listing';
import { sentencesOf } from '../../records/marked';
import {
  type Collection,
  idOf,
  type JsonRecord,
  type KnownRecord,
  keyOf,
  recordOf,
  sameJson,
} from '../../records/records';
import { brief, briefPair } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { clauseOf, differing, missing, taken } from '../../verdict/verdict';
import type { Relation } from '../rule';
import { carries, echoedMembers, type Ways } from './carries';
import { differenceBreach, keepsFiltered, readingOf, shownSchema } from './compare';
import { broughtAlong } from './expanded';
import { filledIn } from './filled-in';
import { marksOfOne, sentIn } from './held';
import { cutOf, isRewritten } from './rewritten';
import { changeOf } from './same-value';

/** A created record is read by its id, as it was shown when it was created. */
export const readable: Relation = {
  id: 'created.readable',
  title: 'A created record can be read by its id',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.operations.read !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The id of a created record leads to the record.',
    pointer:
      operation.replies.flatMap(({ links }) => links)[0]?.pointer ??
      purpose?.resource.operations.read?.pointer ??
      operation.pointer,
  }),
  judge: (shown) => {
    const reading = readingOf(shown);
    // Once it was read, it is an older record: see records.kept.
    if (reading?.record.isCreated !== true || reading.record.shownIn.has('read')) return undefined;
    return reading.breach === undefined ? [] : [reading.breach];
  },
};

/** The keys of what is found of ids: that of a record mixed up with another, and that of a record which the server may mean. */
export const ID_TAKEN = 'id taken';
export const OF_BEFORE = 'record of before';

/** Each created record has an id that no other record has. */
export const newId: Relation = {
  id: 'created.new-id',
  title: 'Each created record has an id of its own',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create' && purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'The service assigns a unique identifier on creation.'),
  judge: ({ exchange, purpose: { role, resource }, query, before }) => {
    const isNew = role === 'create' && query.isLawful && isSuccess(exchange) && !isExisting(exchange);
    const record = isNew ? recordOf(exchange, resource) : undefined;
    const id = record === undefined ? undefined : idOf(record, resource);
    if (id === undefined) return undefined;
    const other = before.records.get(keyOf(id));
    if (other === undefined) return [...usedAgain(resource, id, before), ...givenTwice(resource, record ?? {}, before)];
    const earlier = other.first.shownBy;
    const name = sharedBy(before, other, sentIn(exchange, resource), resource);
    if (name !== undefined) {
      const actual = `the record ${brief(id)} of before, which has the same ${name}`;
      return [{ expected: 'a new record, or a refusal', actual, key: OF_BEFORE, earlier, isExcusable: true }];
    }
    const actual = `the id ${brief(id)}, which another record has`;
    return [{ expected: 'an id that no other record has', actual, key: ID_TAKEN, earlier, topic: taken(resource, id) }];
  },
};

/** The id of a record that was deleted, where words say that none comes again. */
function usedAgain(resource: Resource, id: unknown, { gone }: Collection): readonly Breach[] {
  const removed = gone.get(keyOf(id));
  if (removed === undefined || !saysNoneAgain(resource)) return [];
  const expected = 'an id that was never used';
  return [
    { expected, actual: `the id ${brief(id)} of what was deleted`, key: 'id used again', earlier: removed.deletedBy },
  ];
}

const saysNoneAgain = memoized(
  ({ schema, idProperty = '', operations: { create, delete: remove } }: Resource): boolean => {
    const names = [...propertiesOf(schema).keys()].filter((name) => name !== idProperty);
    const texts = [create, remove].flatMap((one) =>
      one === undefined ? [] : [...sentencesOf(one.description), ...sentencesAround(one)],
    );
    return [...texts, ...sentencesOf(String(propertiesOf(schema).get(idProperty)?.schema.description ?? ''))].some(
      (text) => {
        const [, what = ''] = NONE_AGAIN.exec(text) ?? [];
        // Those of a member of its own are others.
        return what !== '' && (/^id/i.test(what) || !names.some((name) => /num|no$/i.test(name)));
      },
    );
  },
);

/** `Numbers are never used again after removal`, `the id of a deleted one is not reused` */
const NONE_AGAIN =
  /^\W*(?:an? |the |their |its |all |these )?(?:\p{L}+['’]s? )?(ids?|identifiers?|numbers?)\b(?: of (?:an? |the )?(?:deleted|removed|old) \p{L}+)? (?:is|are|will|do|does|can|may)?(?: be| get| come)? ?(?:never|not)(?: be| get| come)? (?:re-?used|used again|used twice|given (?:out )?again|assigned again|re-?assigned|recycled|handed out again|again)\b/iu;

/** A value that the server gives to each record, of which words say that no two have the same, and another record has it. */
function givenTwice(resource: Resource, record: JsonRecord, { records }: Collection): readonly Breach[] {
  // Below a record it may be so within that alone.
  if (templateNames(resource.operations.create?.path ?? '').length > 0) return [];
  return uniqueByServer(resource).flatMap((name) => {
    const value = own(record, name) ?? null;
    const other =
      value === null
        ? undefined
        : [...records.values()].find(({ first, latest }) =>
            [first.record, latest].some((shown) => sameJson(own(shown, name), value)),
          );
    if (other === undefined) return [];
    const actual = `${name}: ${brief(value)}, which the record ${brief(other.id)} has`;
    const topic = { member: name };
    return [
      {
        expected: `a ${name} that no other record has`,
        actual,
        key: `${name} twice`,
        earlier: other.first.shownBy,
        topic,
      },
    ];
  });
}

/**
 * The property of which a value was sent that the record has and no other: by it a server may know the record, and take a
 * create for one of it (an "upsert"). Undefined where there is none: then the server has mixed up two records.
 */
function sharedBy(
  { records }: Collection,
  { latest }: KnownRecord,
  sent: JsonRecord = {},
  { idProperty, schema }: Resource,
): string | undefined {
  const properties = propertiesOf(schema);
  // A server may hold its creates apart by a value, and no changes.
  const created = [...records.values()].filter((one) => one.latest === latest || !one.shownIn.has('change'));
  const isDistinct = (name: string, value: unknown): boolean => {
    const shown = created.map((one) => own(one.latest, name)).filter((one) => (one ?? null) !== null);
    const isAlone = shown.filter((one) => sameJson(one, value)).length === 1;
    // Records of before the run may share a few.
    return isAlone && new Set(shown).size >= shown.length - Math.floor(shown.length / 8);
  };
  return Object.entries(sent).find(([name, value]) => {
    if (['boolean', 'object'].includes(typeof value) || properties.get(name)?.schema.enum !== undefined) return false;
    return sameJson(own(latest, name), value) && (name === idProperty || isDistinct(name, value));
  })?.[0];
}

/** Whether the contract has a 201 for what is new, and another status for this reply: then it shows a record of before. */
export const isExisting = ({ request: { operation }, response }: Exchange): boolean =>
  response !== undefined &&
  response.status !== 201 &&
  documents(operation, 201) &&
  documents(operation, response.status);

/** A created record is in the list, where the list shows it all. */
export const listed: Relation = {
  id: 'created.listed',
  title: 'A created record is in the list',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) =>
    purpose?.role === 'create' &&
    purpose.resource.operations.list !== undefined &&
    purpose.resource.idProperty !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The list returns the records.',
    pointer: purpose?.resource.operations.list?.pointer ?? operation.pointer,
  }),
  judge: ({ exchange, purpose: { resource }, listing, before }) => {
    if (listing?.isPlain !== true) return undefined;
    const { byKey } = listing;
    const showing = listing.filters.length === 0 ? 'list' : 'filtered list';
    // Once it was listed, it is an older record: see records.kept.
    const judged = [...before.records].filter(
      ([key, one]) =>
        one.isCreated &&
        before.there.has(key) &&
        // A change may have hidden it.
        one.shownIn.has('create') &&
        !one.shownIn.has(showing) &&
        (byKey.has(key) ||
          (isAll(listing, one) && !mayBeLate(one.first.shownBy, exchange) && isLeft(listing, resource, before, one))),
    );
    if (judged.length === 0) return undefined;
    for (const [key, one] of judged) {
      const record = byKey.get(key);
      if (record === undefined) {
        const expected = `the record ${brief(one.id)} in a list that shows ${listing.records.length} and could show more`;
        const topic = missing(resource, one.id);
        return [{ expected, actual: 'a list without it', key: 'not listed', earlier: one.first.shownBy, topic }];
      }
      const breach = differenceBreach(resource, before, one, record, exchange);
      if (breach !== undefined) return [{ ...breach, key: `${breach.name} differs in the list` }];
    }
    return [];
  },
};

/** Whether a list shows all, but for what the defaults of its parameters hide, which leaves a record as it was made. */
const isAll = ({ isWhole, isComplete, conditions }: Listing, { first }: KnownRecord): boolean =>
  isWhole ||
  (isComplete &&
    conditions.length > 0 &&
    conditions.every(({ condition, wanted }) =>
      namesOf(condition).some((name) => condition.keeps(valueIn(first.record, name), wanted) === true),
    ));

/** Whether the filters leave a record, as far as is known. */
const isLeft = (listing: Listing, resource: Resource, before: Collection, one: KnownRecord): boolean =>
  listing.filters.length === 0 ||
  (before.unchanged.has(keyOf(one.id)) &&
    passes(listing, one.first.record) &&
    keepsFiltered(listing, resource, before, one));

/** The record in the reply to a create or a change has the values that were sent, exactly. */
export const echoed: Relation = {
  id: 'created.echoed',
  title: 'What was created comes back unchanged',
  level: 'MUST',
  reportedFor: 'exchanged',
  applies: ({ purpose }) => purpose !== undefined && ['create', 'replace', 'patch'].includes(purpose.role),
  clause: (subject) => clauseOf(subject, 201, 'The created record carries every field of the request.'),
  judge: ({ exchange, purpose: { role, resource }, query, before }) => {
    // A query that the contract does not explain may ask for another reply.
    const isOpen = !query.isLawful || hasHalfPair(exchange.request);
    const record = !isOpen && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
    const steps = takenBy(exchange, resource);
    const sent = record === undefined ? undefined : partAt(validBodyOf(exchange), steps);
    if (record === undefined || !isObject(sent)) return undefined;
    const other = role === 'create' ? before.records.get(keyOf(idOf(record, resource))) : undefined;
    // A record of before may be as it was.
    if (other !== undefined && (isExisting(exchange) || sharedBy(before, other, sent, resource))) return undefined;
    const known = before.records.get(keyOf(idOf(record, resource)))?.latest ?? {};
    const marks = marksOfOne(resource);
    // One of several may be marked whatever is sent.
    const isOpenMark = (name: string): boolean => marks.has(name) && own(sent, name) === false;
    const wrong = [...echoedMembers(waysOf(exchange, resource), sent)].find(
      ([one, ways]) =>
        one !== resource.idProperty &&
        !isOpenMark(one) &&
        !(own(record, one) === undefined && broughtAlong(resource).has(one)) &&
        (cutOf(resource, one, own(sent, one), own(record, one)) !== undefined ||
          !(
            carries(ways, own(sent, one), own(record, one)) ||
            isRewritten(resource, one, own(sent, one), own(record, one))
          )),
    );
    const end = wrong === undefined ? wrongEnd(sent, record) : undefined;
    if (end !== undefined) {
      const at = placeOf(exchange, record, end.name);
      return [{ ...end, at, key: `end in ${end.name}`, topic: { member: end.name } }];
    }
    if (wrong === undefined)
      return role === 'patch' ? [] : filledIn(exchange, waysOf(exchange, resource), { sent, record, known, marks });
    const [name] = wrong;
    const cut = cutOf(resource, name, own(sent, name), own(record, name));
    const [wanted, came] = briefPair(cut ?? own(sent, name), own(record, name));
    const expected = `${name}: ${wanted}`;
    const shown = brief(own(record, name));
    const defect = changeOf(own(sent, name), own(record, name));
    const topic = { ...differing(resource, idOf(record, resource), name, shown), ...(defect && { defect }) };
    const at = placeOf(exchange, record, name);
    return [{ expected, actual: `${name}: ${came}`, at, key: `echo of ${name}`, topic }];
  },
};

/** What shows no more of a text that was sent than its last four characters, as its name says: `last4`, `iban_last4`. */
function wrongEnd(
  sent: JsonRecord,
  record: JsonRecord,
): (Pick<Breach, 'expected' | 'actual'> & { readonly name: string }) | undefined {
  for (const [name, value] of Object.entries(record)) {
    const within = own(sent, name);
    const inner = isObject(value) && isObject(within) ? wrongEnd(within, value) : undefined;
    if (inner !== undefined) return inner;
    if (typeof value !== 'string' || !LAST_FOUR.test(name)) continue;
    const called = name.replace(LAST_FOUR, '');
    const [text, other] = (called === '' ? NUMBERS : [called]).flatMap((one) => own(sent, one) ?? []);
    if (typeof text !== 'string' || other !== undefined || text.length < LAST) continue;
    const wanted = text.replaceAll(/[\s-]/g, '').slice(-LAST);
    if (value !== wanted)
      return {
        name,
        expected: `${name}: ${brief(wanted)}, the end of what was sent`,
        actual: `${name}: ${brief(value)}`,
      };
  }
  return undefined;
}

const LAST = 4;
const LAST_FOUR = /(?:^|[_-])last_?(?:4|four)$|(?<=[a-z])Last(?:4|Four)$/;
const NUMBERS = ['number', 'card_number', 'cardNumber', 'pan', 'account_number', 'accountNumber'];

/** The object that was sent; undefined where it breaks its schema, since then nothing says what comes back. */
function validBodyOf({ request: { operation, body = '' } }: Exchange): JsonRecord | undefined {
  const media = bodyOf(operation);
  const value = jsonIn(body);
  if (media === undefined || !isObject(value)) return undefined;
  const whole = { ...filledInBy(media.schema), ...value };
  return validatorOf(media.schema, 'request')(whole) === undefined ? value : undefined;
}

/** Where the record stands in the body that an operation takes. */
function takenBy({ request: { operation } }: Exchange, resource: Resource): Steps {
  const role = roleOf(resource, operation);
  return (role === undefined ? undefined : resource.taken[role]) ?? [];
}

const waysOf = (exchange: Exchange, resource: Resource): Ways => ({
  sent: schemaAt(bodyOf(exchange.request.operation)?.schema ?? {}, takenBy(exchange, resource)) ?? {},
  shown: shownSchema(exchange, resource),
  record: resource.schema,
});
