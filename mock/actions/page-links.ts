import type { Operation, PageTarget } from '../../openapi/contract';
import type { Task } from './model';
import { type ShownPage, type Target, targetOf } from './page-facts';

/**
 * The path and query of another page: those of the request but for the position. A parameter that the operation does not
 * have is left out, since it may be a credential.
 */
export function pathOf(
  { operation, call }: Pick<Task, 'operation' | 'call'>,
  target: PageTarget,
  page: ShownPage,
): string | undefined {
  const found = targetOf(target, page);
  if (target !== 'self' && found === undefined) return undefined;
  const query = new URLSearchParams();
  const isPosition = positionNames(page);
  for (const [name, value] of new URLSearchParams(call.query)) {
    if (isKnown(operation, name) && (target === 'self' || !isPosition.has(name))) query.append(name, value);
  }
  if (target !== 'self') put(query, found ?? {});
  const text = query.toString();
  return text === '' ? call.path : `${call.path}?${text}`;
}

function put(query: URLSearchParams, { position, value }: Target): void {
  if (position !== undefined) query.set(position.parameter.name, String(value));
}

const positionNames = ({ paging }: ShownPage): ReadonlySet<string> =>
  new Set(paging.positions.map(({ parameter }) => parameter.name));

/** Objects and arrays in a query may put something behind the name: `tags[]`, `where[name]`. */
const isKnown = ({ parameters }: Operation, name: string): boolean =>
  parameters.some(
    (parameter) => parameter.in === 'query' && (parameter.name === name || name.startsWith(`${parameter.name}[`)),
  );

/** The whole address of a path, by the name under which the client has asked; the path alone where it gave none. */
export function urlOf({ call: { request } }: Pick<Task, 'call'>, path: string): string {
  const { host } = request.headers;
  if (host === undefined) return path;
  const scheme = 'encrypted' in request.connection ? 'https' : 'http';
  return `${scheme}://${host}${path}`;
}

/** A `Link` header (RFC 8288) with a relation for each other page. */
export function linkHeader(task: Task, page: ShownPage): string | undefined {
  const links = RELATIONS.flatMap(([target, relation]) => {
    const path = pathOf(task, target, page);
    return path === undefined ? [] : [`<${urlOf(task, path)}>; rel="${relation}"`];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

const RELATIONS: readonly (readonly [PageTarget, string])[] = [
  ['first', 'first'],
  ['previous', 'prev'],
  ['next', 'next'],
  ['last', 'last'],
];
