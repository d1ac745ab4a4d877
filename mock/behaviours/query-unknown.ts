import {
  allowsMore,
  allSchemes,
  type Contract,
  memoized,
  type Operation,
  type Parameter,
  propertiesOf,
  takesObjects,
} from '../../openapi/contract';
import { excerpt, invalidParameter } from '../errors/problems';
import { documentsRefusal, refusalFor } from '../errors/refusal';
import { behaviour } from './model';

export const queryUnknown = behaviour('query.unknown', {
  refused: {
    query(query, { contract, operation }) {
      refuseUnknown(contract, operation, query);
      return query;
    },
  },
});

/**
 * Refuses a query with a parameter that its operation does not have. Credentials, what the mock itself is asked by (`__code`),
 * and the parameters of its own links are no parameters of an operation, and all the same expected. An operation that
 * documents no refusal refuses nothing.
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
