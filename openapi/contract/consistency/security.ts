import { arrayOrEmpty, isObject, type JsonObject, objectOrEmpty, pointerTo } from '../json/value';
import type { SecurityScheme } from '../model/operation';
import type { Fault, ReportFault } from '../model/problem';
import { placeOf, readSecuritySchemes } from '../operations/security';

/** Reports schemes that requirements name and that the document does not describe, or by which no request can be judged; each once. */
export function reportSecurity(document: JsonObject, report: ReportFault): void {
  const schemes = objectOrEmpty(objectOrEmpty(document.components).securitySchemes);
  const known = readSecuritySchemes(document);
  const read = (name: string): SecurityScheme | undefined => known.get(name);
  const lists = [...securityLists(document)];
  for (const { ways, pointer } of lists) {
    const index = ways.findIndex((way) => sharedPlace(way.flatMap((name) => read(name) ?? [])) !== undefined);
    if (index >= 0) {
      report(inOnePlace(pointerTo(pointer, index), ways[index] ?? []));
      break;
    }
  }
  for (const [name, pointer] of firstPlaces(lists)) {
    const scheme = read(name);
    const described = schemes[name];
    const isAlone = lists.some(({ ways }) => ways.some((way) => way.includes(name)) && !hasOther(ways, name, read));
    const counts = isAlone ? NOBODY_ASKED : 'It counts for nothing: the other schemes alone are asked for.';
    if (scheme === undefined) report({ ...faultOf(name, described, pointer, Object.keys(schemes)), remedy: counts });
    else if (scheme.kind === 'http' && isAlone) report(ofManyMessages(scheme));
  }
}

const NOBODY_ASKED = 'It counts for nothing, so what asks for nothing else is open to everybody.';

/** Whether a caller may be let in by requests that can be judged without this scheme, or is let in anyhow. */
const hasOther = (
  ways: readonly SchemeNames[],
  name: string,
  read: (name: string) => SecurityScheme | undefined,
): boolean => ways.some((way) => way.length === 0 || way.some((one) => one !== name && read(one) !== undefined));

/** A scheme that the document does not describe, or of a kind that is not known here. */
function faultOf(name: string, described: unknown, pointer: string, known: readonly string[]): Omit<Fault, 'remedy'> {
  if (!isObject(described))
    return {
      pointer,
      problem: `there is no security scheme "${name}".`,
      correction: `Describe it in components.securitySchemes${known.length > 0 ? `, which has ${known.join(', ')}` : ''}.`,
    };
  const { type } = described;
  const field = type === 'http' ? 'scheme' : type === 'apiKey' ? 'in' : 'type';
  const isClient = type === 'mutualTLS';
  return {
    pointer: pointerTo('/components/securitySchemes', name, field),
    problem: isClient
      ? 'mutual TLS takes place before any request, and is not judged.'
      : `the security ${field} ${JSON.stringify(described[field]) ?? 'nothing'} is not supported.`,
    correction: 'Use bearer, basic, apiKey, oauth2 or openIdConnect.',
  };
}

/** OpenAPI leaves to each scheme what follows its name; those that are not known here may need several messages. */
const ofManyMessages = ({ scheme, pointer }: Extract<SecurityScheme, { kind: 'http' }>): Fault => ({
  pointer: pointerTo(pointer, 'scheme'),
  problem: `how a credential is sent by the scheme ${JSON.stringify(scheme)} is not known here.`,
  remedy: `A key is sent and taken as it is, in "Authorization: ${scheme} <key>".`,
  correction: 'Use bearer, basic, apiKey, oauth2 or openIdConnect.',
});

/** The place of a request in which several schemes have their credentials; undefined where each has its own. */
const sharedPlace = (schemes: readonly SecurityScheme[]): string | undefined =>
  schemes.map(placeOf).find((place, index, all) => all.indexOf(place) < index);

/** RFC 9110 §11.6.2: a request has one `Authorization`. */
const inOnePlace = (pointer: string, way: SchemeNames): Fault => ({
  pointer,
  problem: `no request can carry the credentials of ${way.join(' and ')} at once: some of them go into one header.`,
  remedy:
    'Any one of those that share a header is enough, here and wherever else the document asks for several in one.',
  correction: 'Name one of them in each requirement.',
});

/** The names of schemes that go together. */
type SchemeNames = readonly string[];

interface SecurityList {
  readonly pointer: string;
  readonly ways: readonly SchemeNames[];
}

/** Each list of requirements, any of which lets a caller in, and where it stands. */
function* securityLists(document: JsonObject): Generator<SecurityList> {
  const listOf = (security: unknown, pointer: string): SecurityList => ({
    pointer,
    ways: arrayOrEmpty(security).map((one) => Object.keys(objectOrEmpty(one))),
  });
  yield listOf(document.security, '/security');
  for (const [path, item] of Object.entries(objectOrEmpty(document.paths))) {
    for (const [method, operation] of Object.entries(objectOrEmpty(item))) {
      if (isObject(operation)) yield listOf(operation.security, pointerTo('/paths', path, method, 'security'));
    }
  }
}

/** Where each scheme is named first. */
function firstPlaces(lists: readonly SecurityList[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { ways, pointer } of lists)
    for (const [index, way] of ways.entries())
      for (const name of way) if (!places.has(name)) places.set(name, pointerTo(pointer, index, name));
  return places;
}
