import { pointerTo } from '../json/pointer';
import { CORRECT, type Draft, type Place } from './draft';

const OF_ALL = ['type', 'description', 'deprecated'];
const OF_TYPE: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['apiKey', ['name', 'in']],
  ['http', ['scheme', 'bearerFormat']],
  ['oauth2', ['flows', 'oauth2MetadataUrl']],
  ['openIdConnect', ['openIdConnectUrl']],
  ['mutualTLS', []],
]);

/** Fields of other types of schemes say nothing. */
export function securityScheme(scheme: Draft, { pointer, report }: Place): void {
  const { type } = scheme;
  const own = OF_TYPE.get(type);
  if (own === undefined) return;
  const isBearer = typeof scheme.scheme === 'string' && scheme.scheme.toLowerCase() === 'bearer';
  const known = [...OF_ALL, ...own].filter((name) => name !== 'bearerFormat' || isBearer);
  for (const name of Object.keys(scheme)) {
    if (known.includes(name) || name.startsWith('x-')) continue;
    const problem = `"${name}" is not a field that OpenAPI has here.`;
    report({ pointer: pointerTo(pointer, name), problem, remedy: 'The field is ignored.', correction: CORRECT });
  }
}
