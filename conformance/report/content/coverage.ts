import {
  fits,
  groupedBy,
  isObject,
  jsonMediaType,
  type Operation,
  own,
  type Parameter,
  parseJson,
  propertiesOf,
  replyFor,
} from '../../../openapi/contract';
import { type Exchange, isOfOperation, type Request } from '../../exchange/exchange';
import { fitsAsText, queryOf } from '../../exchange/query';
import type { Cell } from '../../verdict/result';
import type { ReportContext } from './context';
import { isLong } from './wording';

/** What of the contract was exercised. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  readonly constraints: readonly CheckCoverage[];
}

export interface OperationCoverage {
  readonly operation: string;
  readonly requests: number;
  /** The statuses that came, rising. */
  readonly statuses: readonly number[];
  /** Its query parameters that were sent. */
  readonly parameters: readonly string[];
  /** Each documented reply, by its status as the document names it, and how often it came. */
  readonly replies: readonly { readonly status: string; readonly pointer: string; readonly seen: number }[];
  readonly inputs: readonly InputCoverage[];
}

/** How often a check was tried on an operation. */
interface CheckCoverage {
  readonly check: string;
  readonly operation: string;
  /** Cases or, of an oracle, exchanges. */
  readonly cases: number;
}

export function coverageOf({ contract, result }: Pick<ReportContext, 'contract' | 'result'>): Coverage {
  const exchanges = groupedBy(result.exchanges, ({ request }) => request.operation);
  return {
    operations: contract.operations.map((operation) => ofOperation(operation, exchanges.get(operation) ?? [])),
    constraints: result.cells.map(({ check, operation, judged }) => ({ check, operation, cases: judged })),
  };
}

function ofOperation(operation: Operation, exchanges: readonly Exchange[]): OperationCoverage {
  const inputs = inputsOf(
    operation,
    exchanges.map(({ request }) => request),
  );
  const statuses = exchanges.flatMap(({ response }) => response?.status ?? []);
  // The contract says nothing of the replies to HEAD.
  const came = exchanges
    .filter(isOfOperation)
    .map(({ response }) => (response === undefined ? undefined : replyFor(operation, response.status)));
  return {
    operation: operation.id,
    requests: exchanges.length,
    statuses: [...new Set(statuses)].sort((a, b) => a - b),
    parameters: inputs.filter((one) => one.in === 'query' && one.kept + one.broken > 0).map(({ name }) => name),
    replies: operation.replies.map((reply) => ({
      status: String(reply.status),
      pointer: reply.pointer,
      seen: came.filter((one) => one === reply).length,
    })),
    inputs,
  };
}

/** A parameter, or a member of the JSON body: what was sent for it. */
export interface InputCoverage {
  readonly name: string;
  readonly in: Parameter['in'] | 'body';
  /** Of a member the place of its media type. */
  readonly pointer: string;
  /** Requests in which its value kept its schema. */
  readonly kept: number;
  /** Requests in which its value broke its schema. */
  readonly broken: number;
}

/** What was sent for each parameter of an operation, and for each member of its JSON body. */
function inputsOf(operation: Operation, requests: readonly Request[]): readonly InputCoverage[] {
  const sent = requests.map(readOf);
  const media = jsonMediaType(operation.body?.content ?? []);
  const members = media?.schema === undefined ? [] : [...propertiesOf(media.schema).values()];
  const covered = (
    input: Pick<InputCoverage, 'name' | 'in' | 'pointer'>,
    isKept: (one: Read) => boolean | undefined,
  ) => {
    const kept = sent.map(isKept);
    return {
      ...input,
      kept: kept.filter((one) => one === true).length,
      broken: kept.filter((one) => one === false).length,
    };
  };
  return [
    ...operation.parameters.map((parameter) => {
      const { name, in: location, pointer } = parameter;
      return covered({ name, in: location, pointer }, (one) => isParameterKept(parameter, one));
    }),
    ...members.map(({ name, schema }) =>
      covered({ name, in: 'body', pointer: media?.pointer ?? '' }, ({ body }) => {
        const value = own(body, name);
        return value === undefined ? undefined : fits(schema, 'request', value);
      }),
    ),
  ];
}

interface Read {
  readonly request: Request;
  /** The names in its query, and the values of those that keep their schemas. */
  readonly names: URLSearchParams;
  readonly values: ReadonlyMap<string, unknown>;
  /** Its JSON body; empty where there is none, or it is no object. */
  readonly body: Readonly<Record<string, unknown>>;
}

const readOf = (request: Request): Read => ({
  request,
  names: new URLSearchParams(request.target.split('?')[1] ?? ''),
  values: queryOf(request).values,
  body: objectIn(request.body),
});

function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined || isLong(text)) return {};
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    // Some bodies are no JSON on purpose.
    return {};
  }
}

/** Whether a request kept the schema of a parameter; undefined where it did not have it. */
function isParameterKept(parameter: Parameter, { request, names, values }: Read): boolean | undefined {
  const { name, schema } = parameter;
  if (parameter.in === 'query') return names.has(name) ? values.has(name) : undefined;
  const value = parameter.in === 'path' ? own(request.path, name) : textOf(parameter, request);
  return value === undefined ? undefined : fitsAsText(schema, value);
}

function textOf({ name, in: place }: Parameter, { headers }: Request): string | undefined {
  if (place === 'header') return headers[name.toLowerCase()];
  const pairs = (headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** Checks of one operation that could not be judged, for the same reasons. */
export interface Unjudged {
  readonly operation: string;
  readonly checks: readonly string[];
  readonly reasons: readonly string[];
}

/** So many stand one by one: a contract of a few operations has no more of them. */
const MOST_APART = 200;

/**
 * What could not be judged of each operation, where it is so much that a report of each check and operation would be about
 * little else; undefined where they can be told one by one.
 */
export function unjudgedByOperation(cells: readonly Cell[]): readonly Unjudged[] | undefined {
  const unjudged = cells.filter(isInconclusive);
  if (unjudged.length <= MOST_APART) return undefined;
  const groups = groupedBy(unjudged, ({ operation, reasons }) => JSON.stringify([operation, reasons]));
  return [...groups.values()].map(([first, ...others]) => ({
    operation: first.operation,
    checks: [first, ...others].map(({ check }) => check),
    reasons: first.reasons,
  }));
}

export const isInconclusive = ({ outcome }: Cell): boolean => outcome === 'inconclusive';
