import { successOf } from '../../openapi/contract';
import { sameJson } from '../known';
import type { Check, Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { clauseOf, idOf, listAll, namedOf, recordOf, see } from '../subject';
import { knownBody } from '../valid';
import { brief, fail, inconclusive, isSuccess, outcomeOf, PASS, skip, unjudged } from '../verdict';

const creates = ({ part }: Subject): boolean => part?.role === 'create';
const isReadable = ({ part }: Subject): boolean =>
  part?.resource.operations.read !== undefined && part.resource.idProperty !== undefined;

/** Each created record has an id that no other record has. */
export const createdNewId: Check = {
  id: 'created.new-id',
  title: 'Each created record has an id of its own',
  level: 'MUST',
  applies: (subject) => creates(subject) && subject.part?.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'The service assigns a unique identifier on creation.'),
  cases: () => [
    {
      name: 'two records',
      tier: 1,
      cost: 3,
      run: async (session) => {
        const { part } = session.subject;
        if (part === undefined) return PASS;
        if (session.known.records(part.resource.name).size === 0) await listAll(session, part.resource);
        const taken = new Set(session.known.records(part.resource.name).keys());
        const exchanges: Exchange[] = [];
        for (let count = 0; count < 2; count += 1) {
          const made = await create(session);
          if (!('record' in made)) return made;
          exchanges.push(made.exchange);
          const id = idOf(made.record, part.resource);
          if (id !== undefined && taken.has(id)) {
            const actual = `the id ${brief(id)}, which another record has`;
            return fail({ expected: 'an id that no other record has', actual, exchanges, key: 'id taken' });
          }
          taken.add(id);
        }
        return PASS;
      },
    },
  ],
};

/** A created record is read by its id, as it was shown when it was created. */
export const createdReadable: Check = {
  id: 'created.readable',
  title: 'A created record can be read by its id',
  level: 'MUST',
  applies: (subject) => creates(subject) && isReadable(subject),
  clause: ({ part, operation }) => ({
    sentence: 'The id of a created record leads to the record.',
    pointer:
      operation.replies.flatMap(({ links }) => links)[0]?.pointer ??
      part?.resource.operations.read?.pointer ??
      operation.pointer,
  }),
  cases: () => [
    {
      name: 'a created record',
      tier: 1,
      cost: 2,
      run: async (session) => {
        const made = await create(session);
        return 'record' in made ? readBack(session, made.record, made.exchange) : made;
      },
    },
  ],
};

/** Reads a record and holds it against what the server showed of it before. */
export async function readBack(session: Session, record: JsonRecord, shownBy: Exchange | undefined): Promise<Verdict> {
  const { part } = session.subject;
  const read = part?.resource.operations.read;
  if (part === undefined || read === undefined) return PASS;
  const { resource } = part;
  const id = idOf(record, resource);
  const exchange = await session.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  if (exchange.response === undefined) return unjudged(exchange);
  const exchanges = shownBy === undefined ? [exchange] : [shownBy, exchange];
  const wanted = successOf(read)?.status;
  if (exchange.response.status !== wanted) {
    if (exchange.response.status >= 500) return PASS;
    return fail({ expected: `the record ${brief(id)}`, actual: outcomeOf(exchange), exchanges, key: 'not found' });
  }
  const found = recordOf(exchange);
  if (found === undefined)
    return fail({ expected: `the record ${brief(id)}`, actual: 'no record', exchanges, key: 'no record' });
  const names = new Set([...Object.keys(namedOf(record, resource)), ...Object.keys(namedOf(found, resource))]);
  for (const name of names) {
    if (sameJson(record[name], found[name])) continue;
    const expected = `${name}: ${brief(record[name])}, as it was shown before`;
    return fail({ expected, actual: `${name}: ${brief(found[name])}`, exchanges, key: `${name} differs` });
  }
  return PASS;
}

/** A created record is in the list, where the list can show it all. */
export const createdListed: Check = {
  id: 'created.listed',
  title: 'A created record is in the list',
  level: 'MUST',
  applies: (subject) =>
    creates(subject) &&
    subject.part?.resource.operations.list !== undefined &&
    subject.part.resource.idProperty !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The list returns the records.',
    pointer: part?.resource.operations.list?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    {
      name: 'a created record, in the whole list or in the part that a filter leaves',
      tier: 1,
      cost: 2 + (subject.part?.resource.filters.length ?? 0) * 2,
      run: judgeListed,
    },
  ],
};

async function judgeListed(session: Session): Promise<Verdict> {
  const { part } = session.subject;
  if (part === undefined) return PASS;
  const { resource } = part;
  const made = await create(session, knownChoices(session));
  if (!('record' in made)) return made;
  const id = idOf(made.record, resource);
  const filters = resource.filters.map(({ parameter, property }) => ({ [parameter.name]: made.record[property] }));
  for (const query of [
    {},
    ...filters.filter((filter) => Object.values(filter).every((value) => value !== undefined)),
  ]) {
    const listed = await listAll(session, resource, query);
    if (listed === undefined || listed.records === undefined || !listed.isWhole) continue;
    const found = listed.records.find((record) => sameJson(idOf(record, resource), id));
    const exchanges = [made.exchange, listed.exchange];
    if (found === undefined) {
      const expected = `the record ${brief(id)} in a list that shows ${listed.records.length} and could show more`;
      return fail({ expected, actual: 'a list without it', exchanges, key: 'not listed' });
    }
    for (const name of Object.keys(namedOf(made.record, resource))) {
      if (sameJson(found[name], made.record[name])) continue;
      const expected = `${name}: ${brief(made.record[name])}, as it was created`;
      return fail({
        expected,
        actual: `${name}: ${brief(found[name])}`,
        exchanges,
        key: `${name} differs in the list`,
      });
    }
    return PASS;
  }
  return inconclusive('no list is short enough to show it all');
}

/** A choice for each filter, so that a filtered list may be short enough: the one that the fewest records have. */
function knownChoices({ known, subject }: Session): JsonRecord {
  const { resource } = subject.part ?? {};
  if (resource === undefined) return {};
  const records = [...known.records(resource.name).values()];
  return Object.fromEntries(
    resource.filters.flatMap(({ property }) => {
      const counts = known
        .values(resource.name, property)
        .map((value) => ({ value, count: records.filter((record) => sameJson(record[property], value)).length }));
      const rarest = counts.sort((a, b) => a.count - b.count)[0];
      return rarest === undefined ? [] : [[property, rarest.value] as const];
    }),
  );
}

/** Creates a record of known values; the verdict on why there is none where it fails. */
export async function create(
  session: Session,
  extra: JsonRecord = {},
): Promise<{ record: JsonRecord; exchange: Exchange } | Verdict> {
  const operation = session.subject.part?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const { body } = knownBody(session, { ...session.subject, operation }, extra);
  const exchange = await session.send(toRequest(operation, { body }));
  const record = isSuccess(exchange) ? recordOf(exchange) : undefined;
  if (record === undefined)
    return exchange.response === undefined ? unjudged(exchange) : inconclusive('nothing was created');
  const { resource } = session.subject.part ?? {};
  if (resource !== undefined) see(session, resource, record, true);
  return { record, exchange };
}

/** Records of before are still there and unchanged after others were created. */
export const recordsKept: Check = {
  id: 'records.kept',
  title: 'Older records stay as they are',
  level: 'MUST',
  applies: (subject) => creates(subject) && isReadable(subject),
  clause: ({ part, operation }) => ({
    sentence: 'No operation changes or deletes a record when another is added.',
    pointer: part?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  cases: () =>
    ([1, 2] as const).map((tier) => ({
      name: tier === 1 ? 'the newest and the oldest record' : 'further records',
      tier,
      cost: 5,
      run: async (session) => {
        const { resource } = session.subject.part ?? {};
        if (resource === undefined) return PASS;
        if (session.known.records(resource.name).size === 0) await listAll(session, resource);
        const records = [...session.known.records(resource.name).values()];
        const chosen =
          tier === 1
            ? [records[0], records.at(-1)]
            : [records[1], records[Math.floor(records.length / 2)], records.at(-2)];
        const made = await create(session);
        if (!('record' in made)) return made;
        const verdicts: Verdict[] = [];
        for (const record of new Set(chosen))
          if (record !== undefined) verdicts.push(await readBack(session, record, undefined));
        return verdicts;
      },
    })),
};
