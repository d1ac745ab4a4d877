import { documents, type Parameter, typesOf } from '../../../openapi/contract';
import { firstValue } from '../../arbitraries/schema';
import { bodyOf, type Subject } from '../../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../../records/paging';
import { sameJson } from '../../records/records';
import { areOffered, type Given, givenKey, requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import type { Case, CaseContext } from '../../steps/check';
import { fetchPath, leadsNowhere, NOWHERE } from '../../steps/paths';
import { brief } from '../../verdict/brief';
import { skip } from '../../verdict/verdict';
import { judgeAccepted } from './judge';

/** Optional query parameters: none, each with each of its telling values, and pairs of them. */
export function ofParameters({ operation, purpose }: Subject, given: Given): readonly Case[] {
  if (bodyOf(operation) !== undefined) return [];
  const isGiven = ({ name }: Parameter): boolean => given.has(givenKey(operation, name));
  const meant = meantParameters(operation);
  const parameters = operation.parameters
    .filter((parameter) => meant.includes(parameter) || (parameter.in === 'query' && isGiven(parameter)))
    .map((parameter) => ({ ...parameter, schema: drawnSchemaOf(purpose?.resource, parameter) }));
  const queries: { query: Readonly<Record<string, unknown>>; tier: 1 | 2 }[] = [
    { query: {}, tier: 1 },
    ...parameters.flatMap((parameter) =>
      [...(given.get(givenKey(operation, parameter.name)) ?? tellingValues(parameter))].map((value) => ({
        query: { [parameter.name]: value },
        tier: 1 as const,
      })),
    ),
    ...combinations(parameters).map((query, index) => ({ query, tier: index === 0 ? (1 as const) : (2 as const) })),
  ];
  return queries.map(({ query, tier }) => ({
    name: Object.keys(query).length === 0 ? 'no parameters' : brief(query),
    tier,
    run: async (context) => {
      const path = await fetchPath(context, context.subject);
      const required = requiredQuery(context.subject, given);
      const exchange = await context.send(toRequest(operation, { path, query: { ...required, ...query } }));
      // The record may be gone: that says nothing about the parameters.
      const mayBeGone = Object.keys(path).length > 0 || isOfItsOwn(context);
      if (exchange.response?.status === 404 && mayBeGone) return skip(NOWHERE);
      if (leadsNowhere(context, exchange)) return skip(NOWHERE);
      // The relation judges lists.
      return purpose?.role === 'list' && exchange.response !== undefined
        ? []
        : // A body that is no JSON is made up: the server may know better.
          judgeAccepted(exchange, operation.body === undefined && isQueryOffered(context, { ...required, ...query }));
    },
  }));
}

/** Whether the operation is about one thing at a path without parameters, which may not be there either. */
const isOfItsOwn = ({ contract: { singletons }, subject: { operation } }: CaseContext): boolean =>
  documents(operation, 404) || singletons.some(({ operations }) => Object.values(operations).includes(operation));

/** Whether the contract or the server itself has said that the values of a query are good ones. */
export const isQueryOffered = ({ known, subject }: CaseContext, query: Readonly<Record<string, unknown>>): boolean =>
  areOffered(subject.operation, subject.purpose?.resource, new Map(Object.entries(query)), (property, value) =>
    known.values(subject.purpose?.resource, property).some((one) => sameJson(one, value)),
  );

/** Each choice of an enumeration; the bounds of a number and something between them. */
function tellingValues({ schema }: Parameter): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  const { minimum, maximum } = schema;
  if (typesOf(schema).includes('integer') && typeof minimum === 'number' && typeof maximum === 'number') {
    return [...new Set([minimum, maximum, Math.floor((minimum + maximum) / 2)])];
  }
  return [firstValue(schema)];
}

/** Every pair of parameters together, each at its first and its last telling value. */
function combinations(parameters: readonly Parameter[]): readonly Readonly<Record<string, unknown>>[] {
  return parameters.flatMap((one, index) =>
    parameters.slice(index + 1).flatMap((other) => {
      const [a, b] = [tellingValues(one), tellingValues(other)];
      return [...new Set([a[0], a.at(-1)])].flatMap((first) =>
        b.map((second) => ({ [one.name]: first, [other.name]: second })),
      );
    }),
  );
}
