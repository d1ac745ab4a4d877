import { arrayOrEmpty, isObject, type JsonObject, objectOrEmpty, stringOrUndefined } from '../json/value';
import { memoizedByText } from '../memo/memo';
import type { Contract, Server } from '../model/contract';
import type { Operation } from '../model/operation';
import type { ReportFault } from '../model/problem';

/** What a method and a path lead to. */
export type Match =
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      /** Percent-decoded; undefined where the encoding is broken. */
      readonly pathParameters: Readonly<Record<string, string | undefined>>;
      readonly allowed: readonly string[];
    }
  /** `allowed`: the methods that the path has, HEAD and OPTIONS included. */
  | { readonly kind: 'otherMethod'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknownPath' };

interface Node {
  readonly literals: Map<string, Node>;
  readonly templates: { readonly literals: Literals; readonly next: Node }[];
  readonly operations: Map<string, Operation>;
  /** Worked out when first asked for. */
  allowed?: readonly string[];
}

const TEMPLATE = /\{[^{}]+\}/;

/**
 * Finds the operation of a method and a path (prefix included, query excluded). Fixed segments win over templates
 * (OpenAPI 3.0.3 §4.7.8.2); HEAD means GET's operation where it has none of its own.
 */
export function createMatcher({
  prefix,
  operations,
}: Pick<Contract, 'prefix' | 'operations'>): (method: string, path: string) => Match {
  const root = newNode();
  /** Paths without a template, which most requests mean: by themselves. */
  const whole = new Map<string, End>();
  const nodeAt = (path: string): Node => {
    let node = root;
    for (const segment of segmentsOf(prefix + path)) node = childOf(node, segment);
    if (!path.includes('{')) whole.set(prefix + path, { node, values: [] });
    return node;
  };
  for (const operation of operations) nodeAt(operation.path).operations.set(operation.method, operation);
  // No client sends a fragment (RFC 9110 §7.1). The first of several operations that differ in theirs alone is meant.
  for (const operation of operations.filter(({ path }) => path.includes('#'))) {
    const { operations: known } = nodeAt(operation.path.slice(0, operation.path.indexOf('#')));
    if (!known.has(operation.method)) known.set(operation.method, operation);
  }
  /** `{index}` means what `{index}.{type}` would, too, where that has no such method. */
  const ofOtherTemplate = (method: string, path: string): Match | undefined => {
    const end = whole.has(path) ? undefined : walk(root, segmentsOf(path), 0, method);
    const operation = end?.node.operations.get(method);
    if (end === undefined || operation === undefined) return undefined;
    const pathParameters = named(operation, end.values);
    return { kind: 'operation', operation, pathParameters, allowed: methodsOf(end.node) };
  };
  return (method, path) => {
    const end = whole.get(path) ?? (path.startsWith('/') ? walk(root, segmentsOf(path), 0) : undefined);
    if (end === undefined) return { kind: 'unknownPath' };
    const { node, values } = end;
    const operation = node.operations.get(method) ?? (method === 'HEAD' ? node.operations.get('GET') : undefined);
    node.allowed ??= methodsOf(node);
    const { allowed } = node;
    if (operation !== undefined)
      return { kind: 'operation', operation, pathParameters: named(operation, values), allowed };
    return ofOtherTemplate(method, path) ?? { kind: 'otherMethod', allowed };
  };
}

/** Where a path leads, and what stood in the place of each template on the way. */
interface End {
  readonly node: Node;
  readonly values: readonly (string | undefined)[];
}

/** @param method which the path must have; without it any will do */
function walk(node: Node, segments: readonly string[], at: number, method?: string): End | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    const isEnd = method === undefined ? node.operations.size > 0 : node.operations.has(method);
    return isEnd ? { node, values: [] } : undefined;
  }
  const decoded = decode(segment);
  const literal = decoded === undefined ? undefined : node.literals.get(decoded);
  const found = literal === undefined ? undefined : walk(literal, segments, at + 1, method);
  if (found !== undefined) return found;
  // A fixed segment is what a path means that has it, whatever its methods.
  if (method !== undefined && literal !== undefined && walk(literal, segments, at + 1) !== undefined) return undefined;
  for (const { literals, next } of node.templates) {
    const parts = partsOf(segment, literals);
    const end = parts && walk(next, segments, at + 1, method);
    if (parts === undefined || end === undefined) continue;
    return { node: end.node, values: [...parts.map(decode), ...end.values] };
  }
  return undefined;
}

/** The values under the names that this operation's path has for them: another path may have others for the same place. */
function named(
  { path }: Operation,
  values: readonly (string | undefined)[],
): Readonly<Record<string, string | undefined>> {
  const parameters: Record<string, string | undefined> = Object.create(null);
  if (values.length === 0) return parameters;
  for (const [index, name] of templateNames(path).entries()) parameters[name] = values[index];
  return parameters;
}

function childOf(node: Node, segment: string): Node {
  if (!segment.includes('{')) {
    const literal = decode(segment) ?? segment;
    const next = node.literals.get(literal) ?? newNode();
    node.literals.set(literal, next);
    return next;
  }
  const literals = segment.split(TEMPLATE);
  const known = node.templates.find((template) => template.literals.join('{}') === literals.join('{}'));
  if (known !== undefined) return known.next;
  const next = newNode();
  node.templates.push({ literals, next });
  // `{thingId}:archive` says more than `{thingId}`.
  node.templates.sort((one, other) => lengthOf(other.literals) - lengthOf(one.literals));
  return next;
}

/** What stands before, between and behind the templates of a segment; often nothing. */
type Literals = readonly string[];

const lengthOf = (literals: Literals): number => literals.join('').length;

/** What stands in the place of each template, each as short as can be and never empty; undefined for another segment. */
function partsOf(segment: string, literals: Literals): readonly string[] | undefined {
  const [first = '', ...others] = literals;
  if (!segment.startsWith(first)) return undefined;
  const parts: string[] = [];
  let begin = first.length;
  for (const [index, literal] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? segment.length - literal.length : segment.indexOf(literal, begin + 1);
    if (end <= begin || !segment.startsWith(literal, end)) return undefined;
    parts.push(segment.slice(begin, end));
    begin = end + literal.length;
  }
  return parts;
}

function methodsOf(node: Node): readonly string[] {
  const methods = [...node.operations.keys()];
  const head = methods.includes('GET') && !methods.includes('HEAD') ? ['HEAD'] : [];
  const options = methods.includes('OPTIONS') ? [] : ['OPTIONS'];
  return [...methods, ...head, ...options];
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);
const newNode = (): Node => ({ literals: new Map(), templates: [], operations: new Map() });

/** The names between the braces of a path, in their order: `/a/{x}/b/{y}` → x, y (OpenAPI 3.0.3 §4.7.8.2). */
export const templateNames: (path: string) => readonly string[] = memoizedByText((path) =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''),
);

/** The servers of a document, each variable of their URLs at its default. */
export function readServers(document: JsonObject): readonly Server[] {
  return arrayOrEmpty(document.servers)
    .filter(isObject)
    .map((server) => {
      const variables = objectOrEmpty(server.variables);
      const url = (stringOrUndefined(server.url) ?? '').replaceAll(
        /\{([^{}]+)\}/g,
        (_, name: string) => stringOrUndefined(objectOrEmpty(variables[name]).default) ?? '',
      );
      return { url, description: stringOrUndefined(server.description) ?? '' };
    });
}

/** The path of the first server's URL, which may be relative (OpenAPI 3.0.3 §4.7.5); empty where that is none. */
export function prefixOf([server]: readonly Server[], report: ReportFault): string {
  if (server === undefined) return '';
  const base = 'http://relative.example';
  if (URL.canParse(server.url, base)) return new URL(server.url, base).pathname.replace(/\/+$/, '');
  report({
    pointer: '/servers/0/url',
    problem: `${JSON.stringify(server.url)} is not a URL.`,
    remedy: 'The paths are taken without a prefix.',
    correction: 'Give a URL such as https://api.example/v1, or a path such as /v1.',
  });
  return '';
}
