/** Long pages, and the sizes of short ones. */
import { fits, type Paging } from '../../../openapi/contract';
import { mayHaveMore } from '../../records/paging';
import type { JsonRecord } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { tryToCreate } from '../../steps/records';
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
  const canCreate = resource.operations.create !== undefined && !resource.guessed.includes('create');
  if (missing <= 0 || count + missing <= least || !canCreate) return first;
  for (let made = 0; made < missing; made++) if ((await tryToCreate(context)) === undefined) return first;
  return longPage(context, list);
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
