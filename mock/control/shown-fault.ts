import { isObject } from '../../openapi/contract';
import type { Fault, FaultRule, Plain } from '../../openapi/types/control';
import type { Secrets } from '../observe/secrets';
import { ANY } from '../world/rules/request-pattern';

/**
 * A fault as lists show it: credentials that its rule has in the headers of `match`, and known values anywhere in it, are
 * hidden. The state of a world has the rule as it is.
 */
export function shownFault(secrets: Secrets, fault: Fault): Fault {
  const { match, ...rule } = fault.rule;
  const shown = match === undefined ? rule : { ...rule, match: { ...match, ...headersOf(secrets, match) } };
  // The cast is true: no text becomes anything but a text.
  return { ...fault, rule: withoutValues(secrets, shown) as FaultRule };
}

function headersOf(secrets: Secrets, { headers }: NonNullable<FaultRule['match']>): Pick<FaultRule, 'headers'> {
  if (headers === undefined) return {};
  const shown = ([name, value]: readonly [string, Plain]) => [
    name,
    value === ANY ? value : hidden(secrets, name, value),
  ];
  return { headers: Object.fromEntries(Object.entries(headers).map(shown)) };
}

function hidden(secrets: Secrets, name: string, value: Plain): Plain {
  const shown = secrets.inHeader(name, String(value));
  return shown === String(value) ? value : shown;
}

/** A JSON value without known values in its texts and names. */
function withoutValues(secrets: Secrets, value: unknown): unknown {
  if (typeof value === 'string') return secrets.inText(value);
  if (Array.isArray(value)) return value.map((item) => withoutValues(secrets, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [secrets.inText(name), withoutValues(secrets, item)]),
  );
}
