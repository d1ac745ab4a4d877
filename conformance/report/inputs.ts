import {
  fits,
  isObject,
  jsonMediaType,
  type Operation,
  own,
  type Parameter,
  parseJson,
  propertiesOf,
} from '../../openapi/contract';
import type { Request } from '../exchange/exchange';
import { fromText, queryOf } from '../exchange/query';
import { isLong } from './cut';

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
export function inputsOf(operation: Operation, requests: readonly Request[]): readonly InputCoverage[] {
  const sent = requests.map((request) => ({ request, ...readOf(request) }));
  const media = jsonMediaType(operation.body?.content ?? []);
  const members = media?.schema === undefined ? [] : [...propertiesOf(media.schema).values()];
  return [
    ...operation.parameters.map((parameter) =>
      counted(
        parameter,
        sent.map((one) => keptBy(parameter, one)),
      ),
    ),
    ...members.map(({ name, schema }) =>
      counted(
        { name, in: 'body', pointer: media?.pointer ?? '' },
        sent.map(({ body }) => {
          const value = own(body, name);
          return value === undefined ? undefined : fits(schema, 'request', value);
        }),
      ),
    ),
  ];
}

const counted = (
  { name, in: place, pointer }: Pick<InputCoverage, 'name' | 'in' | 'pointer'>,
  kept: readonly (boolean | undefined)[],
): InputCoverage => ({
  name,
  in: place,
  pointer,
  kept: kept.filter((one) => one === true).length,
  broken: kept.filter((one) => one === false).length,
});

interface Read {
  readonly request: Request;
  /** The names in its query, and the values of those that keep their schemas. */
  readonly names: URLSearchParams;
  readonly values: ReadonlyMap<string, unknown>;
  /** Its JSON body; empty where there is none, or it is no object. */
  readonly body: Readonly<Record<string, unknown>>;
}

const readOf = (request: Request): Omit<Read, 'request'> => ({
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
function keptBy(parameter: Parameter, { request, names, values }: Read): boolean | undefined {
  const { name, schema } = parameter;
  if (parameter.in === 'query') return names.has(name) ? values.has(name) : undefined;
  const value = parameter.in === 'path' ? own(request.path, name) : textOf(parameter, request);
  return value === undefined
    ? undefined
    : fits(schema, 'request', typeof value === 'string' ? fromText(schema, value) : value);
}

function textOf({ name, in: place }: Parameter, { headers }: Request): string | undefined {
  if (place === 'header') return headers[name.toLowerCase()];
  const pairs = (headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
