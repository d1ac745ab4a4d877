import { isObject, parseJson, stringifyJson } from '../../openapi/contract';
import type { Step, Story } from './stories';

type Known = Readonly<Record<string, string>>;

/** Sends the requests of a story to a mock of its document. @returns what came otherwise, each in a line; nothing where all came so */
export async function tellStory(
  { about, key, steps }: Story,
  baseUrl: string,
  usual: string,
): Promise<readonly string[]> {
  const kept: Record<string, string> = {};
  for (const step of steps) {
    const sent = filled(step.send, kept);
    const { status, headers, text } = await send(
      sent,
      step,
      baseUrl,
      key ?? { authorization: `Bearer ${usual}` },
      kept,
    );
    const shown = text === '' ? undefined : jsonOf(text);
    const wrong = (what: string): readonly string[] => [`${about}: ${sent} ${what}`];
    if (status !== step.status) return wrong(`gave ${status}, not ${step.status}: ${text.slice(0, MOST)}`);
    if (step.shows !== undefined && !has(shown, wanted(step.shows, kept)))
      return wrong(`gave ${text.slice(0, MOST)}, without ${stringifyJson(wanted(step.shows, kept))}`);
    for (const [name, at] of Object.entries(step.keep ?? {})) {
      const value = at === 'etag' ? headers.get(at) : partAt(shown, at.split('.'));
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
        return wrong(`gave ${text.slice(0, MOST)}, without ${at}`);
      kept[name] = String(value);
    }
  }
  return [];
}

const MOST = 300;

async function send(sent: string, { body, headers }: Step, baseUrl: string, key: Known, kept: Known) {
  const [method = '', path = ''] = sent.split(' ');
  const own = Object.entries(headers ?? {}).map(([name, value]) => [name, filled(value, kept)]);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const written = typeof body === 'string' || body === undefined ? body : stringifyJson(wanted(body, kept));
  const reply = await fetch(baseUrl + path, {
    method,
    headers: { ...key, ...type, ...Object.fromEntries(own) },
    ...(written === undefined ? {} : { body: written }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

const filled = (text: string, kept: Known): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept[name] ?? whole);

function wanted(value: unknown, kept: Known): unknown {
  if (typeof value === 'string') return filled(value, kept);
  if (Array.isArray(value)) return value.map((item) => wanted(item, kept));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wanted(part, kept)]));
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Whether a value has all of another; ids in a path are texts, whatever they are in a body. */
function has(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(value) && part.every((wish) => value.some((item: unknown) => has(item, wish)));
  if (isObject(part)) return isObject(value) && Object.entries(part).every(([name, wish]) => has(value[name], wish));
  return value === part || (typeof value !== 'object' && String(value) === String(part));
}

const partAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
