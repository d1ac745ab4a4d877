import type { Operation, Paging, Position } from '../../openapi/contract';
import { isNothing, type PageFact } from './page-facts';
import { carriesCredential } from './query';

/** The query of another page: what is put in the place of the position, or the whole of it, as a link has it. */
export type NextPage =
  | { readonly position: Readonly<Record<string, unknown>> }
  | { readonly rawQuery: string }
  /** The reply says that there is none. */
  | 'none'
  /** The reply does not say it. */
  | 'untold'
  /** It says it in a way that is not understood. */
  | 'unclear';

/** What a reply says of where the next page is: by a token, a number, an address, or a `Link` header. */
export function toldNext(operation: Operation, { positions }: Paging, facts: readonly PageFact[]): NextPage {
  const ways = facts.flatMap(({ fact, form, value }): readonly NextPage[] => {
    if (fact === 'links') return value === undefined ? [] : [linkIn(operation, String(value))];
    if (fact !== 'next' || value === undefined) return [];
    if (isNothing(value)) return ['none'];
    if (typeof value === 'string' && (form !== 'position' || isAddress(value))) return [queryOf(operation, value)];
    return [byPosition(positions, value)];
  });
  return ways.find((way) => typeof way === 'object') ?? ways[0] ?? 'untold';
}

/** Whether a document says that its replies tell where the next page is. */
export const tellsNext = ({ members, headers }: Paging): boolean =>
  members.some(({ fact }) => fact === 'next') || headers.some(({ kind }) => kind === 'links');

function byPosition(positions: readonly Position[], value: unknown): NextPage {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return 'unclear';
  const token = positions.find(({ kind, isId }) => kind === 'after' && !isId);
  const number = positions.find(({ kind }) => kind === 'page' || kind === 'offset');
  const isNumber = typeof value !== 'string';
  // No page begins before the first one.
  if (isNumber && token === undefined && value <= 0) return 'none';
  const { parameter } = (isNumber ? (number ?? token) : (token ?? number)) ?? {};
  return parameter === undefined ? 'unclear' : { position: { [parameter.name]: value } };
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/|\?)/i.test(text);

/** The relation `next` of a `Link` header; without one the page is the last. */
function linkIn(operation: Operation, header: string): NextPage {
  const link = /<([^<>]{0,4000})>[^<]{0,200}?\brel\s*=\s*"?[^";,<]{0,100}\bnext\b/i.exec(header)?.[1];
  return link === undefined ? 'none' : queryOf(operation, link);
}

/** The query of an address that leads to the same list; its host and prefix may be those behind a proxy. */
function queryOf(operation: Operation, address: string): NextPage {
  try {
    const { pathname, search } = new URL(address, 'http://list');
    const isSame = pathname === '/' || endOf(pathname) === endOf(operation.path) || endOf(operation.path).includes('{');
    if (!isSame || search === '') return 'unclear';
    const pairs = search
      .slice(1)
      .split('&')
      .filter((pair) => !carriesCredential(operation, new URLSearchParams(pair).keys().next().value ?? ''));
    return { rawQuery: pairs.join('&') };
  } catch {
    return 'unclear';
  }
}

const endOf = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? '';
