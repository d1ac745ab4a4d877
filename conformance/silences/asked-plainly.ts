import { type Contract, fits, own, stringifyJson, surePurposesOf } from '../../openapi/contract';
import { type Exchange, isSafe, isSuccess, jsonOf, type Request } from '../exchange/exchange';
import { carriesCredential, fromText } from '../exchange/query';
import { keyOf } from '../records/known';
import { idOf, recordsOf } from '../records/records';

/** A parameter of a query as it stands there, decoded. */
export type Pair = readonly [name: string, value: string];

export const pairsOf = ({ operation, target }: Request): readonly Pair[] =>
  [...new URLSearchParams(target.split('?')[1] ?? '')].filter(([name]) => !carriesCredential(operation, name));

/** A target with other parameters in the place of its own. */
export function targetWith({ target }: Request, pairs: readonly Pair[]): string {
  const [path = ''] = target.split('?');
  const query = String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])));
  return query === '' ? path : `${path}?${query}`;
}

/** Whether each value of the path fits its schema. */
export const isPathLawful = ({ operation, path }: Request): boolean =>
  operation.parameters.every(({ in: place, name, schema }) => {
    const value = place === 'path' ? own(path, name) : undefined;
    return value === undefined || fits(schema, 'request', typeof value === 'string' ? fromText(schema, value) : value);
  });

/** What a server has shown for a target since anything was last changed. */
export interface Replies {
  note(exchange: Exchange): void;
  forget(): void;
  /** What a reply says, so that two of the same text say the same: the ids of a list, else all of it. */
  of(request: Request, pairs: readonly Pair[]): { readonly says: string; readonly exchange: Exchange } | undefined;
  says(exchange: Exchange): string | undefined;
}

const MOST = 500;

export function createReplies(contract: Contract): Replies {
  const purposes = surePurposesOf(contract);
  const shown = new Map<string, { readonly says: string; readonly exchange: Exchange }>();
  const nameOf = (request: Request, pairs: readonly Pair[]): string =>
    `${JSON.stringify(request.credential)} ${request.method} ${targetWith(request, pairs)}`;
  const says = (exchange: Exchange): string | undefined => {
    const value = isSuccess(exchange) ? jsonOf(exchange) : undefined;
    const purpose = purposes.get(exchange.request.operation);
    const records = purpose?.role === 'list' ? recordsOf(exchange, purpose.resource) : undefined;
    if (purpose !== undefined && records !== undefined)
      return records.map((record) => keyOf(idOf(record, purpose.resource))).join(' ');
    return value === undefined ? undefined : stringifyJson(sorted(value));
  };
  return {
    note(exchange) {
      const { request } = exchange;
      if (!isSafe(request)) return void shown.clear();
      const text = says(exchange);
      if (text !== undefined && shown.size < MOST)
        shown.set(nameOf(request, pairsOf(request)), { says: text, exchange });
    },
    forget: () => shown.clear(),
    of: (request, pairs) => shown.get(nameOf(request, pairs)),
    says,
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}
