import { arrayOrEmpty, type JsonObject, objectOrEmpty, pointerTo, stringOrUndefined } from '../json/value';
import type { Operation, Parameter, ParameterLocation, Requirement, SecurityScheme } from '../model/operation';

/** The document's security schemes by their names, without those of kinds that are not known here. */
export function readSecuritySchemes(document: JsonObject): ReadonlyMap<string, SecurityScheme> {
  const schemes = objectOrEmpty(objectOrEmpty(document.components).securitySchemes);
  return new Map(
    Object.entries(schemes).flatMap(([name, raw]) => {
      const scheme = readSecurityScheme(name, objectOrEmpty(raw));
      return scheme === undefined ? [] : [[name, scheme] as const];
    }),
  );
}

/** A scheme of the document as one of the kinds that are known here; undefined where it is none of them. */
function readSecurityScheme(name: string, raw: JsonObject): SecurityScheme | undefined {
  const pointer = pointerTo('/components/securitySchemes', name);
  if (raw.type === 'oauth2') return { name, kind: 'bearer', pointer, ...tokenUrlsIn(raw) };
  if (raw.type === 'openIdConnect') return { name, kind: 'bearer', pointer };
  if (raw.type === 'http') return httpScheme(name, stringOrUndefined(raw.scheme) ?? '', pointer);
  if (raw.type === 'apiKey') return keyScheme(name, raw, pointer);
  return undefined;
}

function tokenUrlsIn({ flows }: JsonObject): { readonly tokenUrls?: readonly string[] } {
  const urls = Object.values(objectOrEmpty(flows)).map((flow) => stringOrUndefined(objectOrEmpty(flow).tokenUrl) ?? '');
  const tokenUrls = [...new Set(urls)].filter((url) => url !== '');
  return tokenUrls.length === 0 ? {} : { tokenUrls };
}

/** Names of schemes are compared without case (RFC 9110 §11.1), and are tokens (§5.6.2). */
function httpScheme(name: string, scheme: string, pointer: string): SecurityScheme | undefined {
  const known = scheme.toLowerCase();
  if (known === 'basic' || known === 'bearer') return { name, kind: known, pointer };
  return /^[\w!#$%&'*+.^`|~-]+$/.test(scheme) ? { name, kind: 'http', scheme, pointer } : undefined;
}

function keyScheme(name: string, raw: JsonObject, pointer: string): SecurityScheme | undefined {
  const parameter = stringOrUndefined(raw.name) ?? '';
  const place = PLACES.find((one) => one === raw.in);
  return place === undefined || parameter === '' ? undefined : { name, kind: 'apiKey', in: place, parameter, pointer };
}

const PLACES = ['header', 'query', 'cookie'] as const;

/**
 * What lets a caller in. Beside an empty requirement the others are optional. Schemes that are not known here count for nothing. Of
 * credentials that go into one header any one is enough. Requirements of schemes that may need more than one message (RFC 7616) go last.
 */
export function readSecurity(
  requirements: readonly unknown[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): Pick<Operation, 'security' | 'optionalSecurity' | 'scopes'> {
  const names = requirements.map((requirement) => Object.keys(objectOrEmpty(requirement)));
  const judged = names
    .map((all): Requirement => all.flatMap((name) => schemes.get(name) ?? []))
    .filter(({ length }) => length > 0)
    .flatMap(oneInEachPlace)
    .sort((one, other) => Number(one.some(isOther)) - Number(other.some(isOther)));
  const isOptional = names.some(({ length }) => length === 0);
  return isOptional
    ? { security: [], optionalSecurity: judged, scopes: [] }
    : { security: judged, optionalSecurity: [], scopes: scopesIn(requirements) };
}

function scopesIn(requirements: readonly unknown[]): Operation['scopes'] {
  const scopes = requirements.map((requirement) =>
    Object.fromEntries(
      Object.entries(objectOrEmpty(requirement)).map(([name, asked]) => [name, arrayOrEmpty(asked).filter(isText)]),
    ),
  );
  return scopes.every((requirement) => Object.values(requirement).flat().length > 0) ? scopes : [];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The same requirement with one scheme for each header, parameter and cookie, in each way to choose them, up to a bound. */
function oneInEachPlace(requirement: Requirement): readonly Requirement[] {
  const groups = [...new Set(requirement.map(placeOf))].map((place) =>
    requirement.filter((scheme) => placeOf(scheme) === place),
  );
  return groups.reduce<readonly Requirement[]>(
    (ways, group) => ways.flatMap((way) => group.map((scheme) => [...way, scheme])).slice(0, MOST_WAYS),
    [[]],
  );
}

const MOST_WAYS = 16;

/** Where a request carries the credential of a scheme: no two can be in one place. */
export const placeOf = (scheme: SecurityScheme): string =>
  scheme.kind === 'apiKey' ? placeNamed(scheme.in, scheme.parameter) : placeNamed('header', 'authorization');

/** Names of headers have no case (RFC 9110 §5.1). */
const placeNamed = (place: ParameterLocation, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

const isOther = ({ kind }: SecurityScheme): boolean => kind === 'http';

/** What the credentials of a request are chosen by: the first requirement, also of those that are optional. Empty: it has none. */
export const requirementOf = ({
  security,
  optionalSecurity,
}: Pick<Operation, 'security' | 'optionalSecurity'>): Requirement => security[0] ?? optionalSecurity[0] ?? [];

/** Whether requests of an operation carry a credential, whether they have to or not. */
export const takesCredential = (operation: Pick<Operation, 'security' | 'optionalSecurity'>): boolean =>
  requirementOf(operation).length > 0;

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

/** An operation whose requests carry these credentials, though the document asks for none. */
export const withOptionalSecurity = (operation: Operation, requirement: Requirement): Operation => ({
  ...operation,
  parameters: withoutCredentials(operation.parameters, [requirement]),
  optionalSecurity: [requirement],
});

/** Authors like to describe a credential among the parameters, too. It comes once, as its security scheme says. */
export function withoutCredentials(
  parameters: readonly Parameter[],
  security: readonly Requirement[],
): readonly Parameter[] {
  const taken = new Set(security.flat().map(placeOf));
  return taken.size === 0
    ? parameters
    : parameters.filter(({ in: place, name }) => !taken.has(placeNamed(place, name)));
}
