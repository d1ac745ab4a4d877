/** Long pages, and the sizes of short ones. */

import { fits, own, type Paging, type Resource } from '../../../openapi/contract';
import { mayHaveMore } from '../../records/lists/paging';
import { type JsonRecord, keyOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { parentNames } from '../../rules/relations/told';
import { type CaseContext, inRole } from '../../steps/check';
import { hostsOf } from '../../steps/paths/parents';
import { tryToCreateBeside } from '../../steps/ways/sizes';
import { CannotJudge, replied } from '../../verdict/verdict';
import { type Page, type PagedList, pageOf } from './walk';

/** Three pages of more than one record take so many. */
const WANTED = 5;
const MOST_CREATED = 4;
/** The longest page that is asked for, where the document names no greatest one. */
const LONG = 50;

export const NO_IDS = 'the list shows no records whose ids are known';

/** A long page with records for several short ones, which are made where they are missing. */
export async function longPageWithEnough(context: CaseContext, list: PagedList): Promise<Page> {
  const { resource, paging } = list;
  const first = await longPage(context, list);
  if (paging.size === undefined) return first;
  const least = shortSize(paging, Number.MAX_SAFE_INTEGER, 1) ?? 1;
  const count = first.keys.length;
  const missing = Math.min(Math.max(WANTED, least + 1) - count, MOST_CREATED);
  const making = makingOf(context, resource, first);
  if (missing <= 0 || count + missing <= least || making === undefined) return first;
  for (let made = 0; made < missing; made++) {
    // One that lies elsewhere among them: a page that forgets where it lies shows it.
    if (made === Math.floor(missing / 2) && making.apart !== undefined)
      await tryToCreateBeside(making.context, ...making.apart);
    if ((await tryToCreateBeside(making.context, making.members)) === undefined) return first;
  }
  return longPage(context, list);
}

/** How records of a list are made, and one that lies below another record than the list does. */
interface Making {
  readonly context: CaseContext;
  readonly members?: JsonRecord;
  readonly apart?: readonly [members: JsonRecord, above?: JsonRecord];
}

/** Right there, or among all others of their kind, with the id of the record that the list lies below. */
function makingOf(context: CaseContext, resource: Resource, { exchange }: Page): Making | undefined {
  const { path } = exchange.request;
  const other = anotherAbove(context, resource, path);
  if (canCreate(resource))
    return { context, ...(other === undefined ? {} : { apart: [{}, { ...path, [other.parameter]: other.id }] }) };
  const stored = context.contract.resources.find(({ name }) => name === resource.storedIn);
  const names = parentNames(resource);
  const members = Object.fromEntries(
    [...names].flatMap(([parameter, property]) =>
      own(path, parameter) === undefined ? [] : [[property, own(path, parameter)] as const],
    ),
  );
  if (stored === undefined || stored === resource || !canCreate(stored) || Object.keys(members).length === 0)
    return undefined;
  const property = other && names.get(other.parameter);
  return {
    context: inRole(context, stored, 'create'),
    members,
    ...(property === undefined ? {} : { apart: [{ ...members, [property]: other?.id }] }),
  };
}

const canCreate = ({ operations, guessed }: Resource): boolean =>
  operations.create !== undefined && !guessed.includes('create');

/** Another record that such a list may lie below, best one of this run. */
function anotherAbove({ contract, known }: CaseContext, resource: Resource, path: JsonRecord) {
  const [host] = hostsOf(contract, resource);
  if (host === undefined) return undefined;
  const { parameter } = host;
  const others = [...known.collection(host.resource).records.values()].filter(
    ({ id }) => keyOf(id) !== keyOf(own(path, parameter)),
  );
  const other = others.find(({ isCreated }) => isCreated) ?? others[0];
  return other && { parameter, id: other.id };
}

/** @throws CannotJudge where it shows no ids, or one twice */
export async function longPage(
  context: CaseContext,
  { operation, resource, paging }: PagedList,
  asked: JsonRecord = {},
): Promise<Page> {
  const query = { ...sizeQuery(paging, longSize(paging)), ...asked };
  const page = pageOf(replied(await context.send(toRequest(operation, { query }))), resource, paging);
  if (page === undefined) throw new CannotJudge(NO_IDS);
  if (new Set(page.keys).size < page.keys.length)
    throw new CannotJudge('one page shows an id twice: that is judged elsewhere');
  return page;
}

const longSize = ({ size }: Paging): number => Math.min(LONG, Number(size?.schema.maximum ?? LONG));

/** Whether a long page may have shown all records, whatever it says of further ones: then short ones are followed to their end. */
export const isWhole = ({ exchange, keys }: Page, { resource, paging }: PagedList): boolean =>
  paging.size === undefined || keys.length < longSize(paging) || !mayHaveMore(exchange, resource, keys.length);

/** The page size that puts records on a few pages: the next one that its schema allows; undefined where each is too long. */
export function shortSize({ size }: Paging, records: number, from = Math.ceil(records / 3)): number | undefined {
  if (size === undefined) return undefined;
  const { minimum, enum: values } = size.schema;
  const given = [...(values ?? []), minimum].map(Number).filter((one) => Number.isInteger(one) && one > from);
  return [from, ...given.toSorted((one, other) => one - other)].find(
    (one) => one > 0 && one < records && isAllowed(size, one),
  );
}

const isAllowed = ({ schema }: NonNullable<Paging['size']>, value: number): boolean =>
  fits(schema, 'request', value) || fits(schema, 'request', String(value));

export const sizeQuery = ({ size }: Paging, value: number | undefined): JsonRecord =>
  size === undefined || value === undefined || !isAllowed(size, value) ? {} : { [size.name]: value };
