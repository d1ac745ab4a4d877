import {
  allowsMore,
  allSchemes,
  alternativesOf,
  type Contract,
  documents,
  isObject,
  memoized,
  nearestNumber,
  type Operation,
  type Parameter,
  pointerTo,
  propertiesOf,
  type Schema,
  takesObjects,
  valueOfText,
} from '../../openapi/contract';
import { excerpt, invalidBody, invalidParameter } from '../errors/problems';
import { documentsRefusal, refusalFor } from '../errors/refusal';
import { sourceLike } from '../values/source';
import { behaviour, type Hook, type RefusedParameter } from './model';

export const queryUnknown = behaviour('query.unknown', {
  refused: {
    query(query, { contract, operation }) {
      refuseUnknown(contract, operation, query);
      return query;
    },
  },
});

/**
 * Refuses a query with a parameter that its operation does not have. Expected besides are credentials, what the mock itself
 * reads (`__code`), and the parameters of its own links. An operation that documents no refusal refuses nothing.
 *
 * @throws Problem that names it
 */
function refuseUnknown(contract: Pick<Contract, 'operations'>, operation: Operation, query: string): void {
  if (query === '' || !documentsRefusal(operation, 'invalidParameter')) return;
  const { names, holders, isOpen } = knownIn(operation);
  if (isOpen) return;
  for (const name of new URLSearchParams(query).keys()) {
    const isKnown = names.has(name) || holders.has(name.split('[', 1)[0] ?? '') || isExpected(contract, name);
    if (isKnown) continue;
    const known = names.size === 0 ? 'it has none' : `it has ${[...names].join(', ')}`;
    throw invalidParameter(
      refusalFor(operation, 'invalidParameter'),
      'query',
      excerpt(name),
      `is none of this operation: ${known}`,
    );
  }
}

interface Known {
  /** Of the parameters, and of the members that an object of them has there by their own names. */
  readonly names: ReadonlySet<string>;
  /** What stands before the brackets of names. */
  readonly holders: ReadonlySet<string>;
  /** Whether a parameter may have any name. */
  readonly isOpen: boolean;
}

const knownIn = memoized(({ parameters }: Operation): Known => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const spread = inQuery.filter(isSpread);
  const members = spread.flatMap(({ schema }) => [...propertiesOf(schema).keys()]);
  const names = inQuery.map(({ name }) => name);
  return {
    names: new Set([...names, ...members]),
    holders: new Set([...names, ...members].map((name) => name.split('[', 1)[0] ?? '')),
    isOpen: spread.some(({ schema }) => allowsMore(schema) || propertiesOf(schema).size === 0),
  };
});

/** Whether the members of an object stand in the query by their own names. */
const isSpread = ({ schema, style, explode }: Parameter): boolean =>
  style === 'form' && explode && takesObjects(schema);

/** `cursor` is what the mock's own links say where the document has no word for that. */
const isExpected = (contract: Pick<Contract, 'operations'>, name: string): boolean =>
  name === 'cursor' || name.startsWith('__') || credentialsIn(contract).has(name);

const credentialsIn = memoized(({ operations }: Pick<Contract, 'operations'>): ReadonlySet<string> => {
  const schemes = allSchemes(operations);
  const parameters = schemes.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.parameter] : [],
  );
  // RFC 6750 §2.3
  return new Set([...parameters, 'access_token']);
});

export const queryInvalid = behaviour('query.invalid', {
  ignored: { parameter: readOtherwise(() => undefined) },
  clamped: {
    parameter: readOtherwise(({ texts: [text = '', ...others], parameter, isStructured }) => {
      if (others.length > 0 || isStructured) return undefined;
      return nearestNumber(parameter.schema, valueOfText(parameter.schema, text));
    }),
  },
});

/**
 * Reads an invalid query parameter where the operation documents no refusal for it: as the nearest value that is allowed, or
 * as if it had not been sent.
 */
function readOtherwise(nearestOf: (refused: RefusedParameter) => unknown): Hook<'parameter'> {
  return (before, refused) => {
    const { operation, parameter, defaultValue } = refused;
    // A reply by `default` alone says nothing of this.
    const isOpen = parameter.in === 'query' && !documents(operation, refusalFor(operation, 'invalidParameter'));
    if (!isOpen) return before;
    const nearest = nearestOf(refused);
    return nearest === undefined && parameter.required ? before : { read: nearest ?? defaultValue };
  };
}

export const bodyUnknown = behaviour('body.unknown', {
  stored: {
    source: (source) => sourceLike(source, { keepsUnnamed: true }),
  },
  refused: {
    body(body, { schema, operation }) {
      refuseUnnamed(body, schema, operation);
      return body;
    },
  },
});

/**
 * Refuses a body with a member that its schema allows and does not name. A schema that says of others what they are, or that
 * there may be some, leaves nothing open.
 *
 * @throws Problem that names the member
 */
function refuseUnnamed(body: unknown, schema: Schema | undefined, operation: Operation): void {
  if (schema === undefined || !isObject(body) || saysOfOthers(schema)) return;
  const names = propertiesOf(schema);
  const unnamed = Object.keys(body).find((name) => !names.has(name));
  if (unnamed === undefined || names.size === 0) return;
  throw invalidBody(refusalFor(operation, 'invalidBody'), {
    pointer: pointerTo('', unnamed),
    keyword: 'additionalProperties',
    expected: [...names.keys()].join(', '),
    found: 'an unknown name',
  });
}

const saysOfOthers = (schema: Schema): boolean =>
  alternativesOf(schema).some((flat) => OF_OTHERS.some((keyword) => flat[keyword] !== undefined));

const OF_OTHERS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];
