import { type Operation, stringifyJson } from '../openapi/contract';
import type { Engine } from './model';

/**
 * What the mock says when it is ready: its base URL on the first line, then commands to try at once.
 *
 * @param origin  `http://host:port`
 */
export function welcome(
  { contract, demoKey, access }: Pick<Engine, 'contract' | 'demoKey' | 'access'>,
  origin: string,
): string {
  const baseUrl = origin + contract.prefix;
  const key = demoKey ?? '$API_KEY';
  const commands = [...contract.resources.flatMap(({ operations: { list, create } }) => [list, create])]
    .filter((operation) => operation !== undefined)
    .filter(({ path }) => !path.includes('{'))
    .slice(0, 2)
    .map((operation) => `  ${curl(operation, baseUrl, key)}`);
  return [
    `${contract.title} ${contract.version}, mocked at ${baseUrl}`,
    ...(commands.length === 0 ? [] : ['Try:', ...commands]),
    `Contract: ${origin}/openapi.json, to read and try: ${origin}/docs`,
    ...controlPlane(access, origin),
    'Stop with Ctrl+C.',
  ].join('\n');
}

function controlPlane(access: Engine['access'], origin: string): readonly string[] {
  if (access.kind === 'off') return access.reason === undefined ? [] : [`Control plane: off, since ${access.reason}.`];
  const asked = access.kind === 'token' ? ', with the admin token' : '';
  return [`Console: ${origin}/__admin/${asked}`];
}

function curl({ method, path, security, body }: Operation, baseUrl: string, key: string): string {
  const [scheme] = security;
  const credential =
    scheme === undefined
      ? ''
      : scheme.kind === 'bearer'
        ? ` -H "Authorization: Bearer ${key}"`
        : scheme.in === 'header'
          ? ` -H "${scheme.parameter}: ${key}"`
          : '';
  const example = body?.content[0]?.examples[0]?.value;
  const data =
    example === undefined ? '' : ` -H "Content-Type: ${body?.content[0]?.type}" -d ${quoted(stringifyJson(example))}`;
  return `curl${method === 'GET' || data !== '' ? '' : ` -X ${method}`}${credential}${data} ${baseUrl}${path}`;
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
