import type { Operation, Requirement, SecurityScheme } from '../model/operation';

/** What the credentials of a request are chosen by: the first requirement, also of those that are optional. Empty: it has none. */
export const requirementOf = ({
  security,
  optionalSecurity,
}: Pick<Operation, 'security' | 'optionalSecurity'>): Requirement => security[0] ?? optionalSecurity[0] ?? [];

/** Each scheme by which an operation may be asked, once. */
export const schemesOf = ({
  security,
  optionalSecurity,
}: Pick<Operation, 'security' | 'optionalSecurity'>): readonly SecurityScheme[] =>
  distinct([...security, ...optionalSecurity].flat());

/** The same of several operations, in their order. */
export const allSchemes = (operations: readonly Operation[]): readonly SecurityScheme[] =>
  distinct(operations.flatMap(schemesOf));

const distinct = (schemes: readonly SecurityScheme[]): readonly SecurityScheme[] => [
  ...new Map(schemes.map((scheme) => [scheme.name, scheme])).values(),
];
