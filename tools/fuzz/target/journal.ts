import { secretsIn } from '../laws/secrets';
import { TAG } from '../subject';
import type { Plane } from './plane';

/** A part of requests in the journal that shows a key. */
export interface Leak {
  /** Which part, such as `/query` or the name of a header. */
  readonly place: string;
  /** A request that shows it, the key left out. */
  readonly example: string;
  /** The attempt of the example, as its own header tells. */
  readonly tag: string | undefined;
  readonly times: number;
}

const MOST_ENTRIES = 100;

interface Message {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string | null;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly request: Message;
  readonly response: Message;
}

/** The parts of a world's latest requests that show a key anywhere. */
export async function leaksIn(plane: Plane, world: string, secrets: readonly string[]): Promise<readonly Leak[]> {
  // True by the document of the control plane.
  const entries = (await plane.ask('GET', `${world}/requests?limit=${MOST_ENTRIES}`)) as readonly Entry[];
  const found = new Map<string, Leak>();
  for (const entry of entries) {
    for (const [place, text] of partsOf(entry)) {
      const shown = secretsIn(text, secrets);
      if (shown.length === 0) continue;
      const before = found.get(place);
      const plain = shown.reduce((whole, secret) => whole.replaceAll(secret, '$KEY'), text);
      const example = `${entry.method} ${entry.path.slice(0, 40)}: ${plain.slice(0, 150)}`;
      const tag = entry.request.headers.find(({ name }) => name === TAG)?.value;
      found.set(
        place,
        before === undefined ? { place, example, tag, times: 1 } : { ...before, times: before.times + 1 },
      );
    }
  }
  return [...found.values()];
}

/** Each part with its name. */
function partsOf({ path, query, request, response }: Entry): readonly (readonly [string, string])[] {
  const ofMessage = (which: string, { headers, body }: Message): readonly (readonly [string, string])[] => [
    ...headers.map(({ name, value }) => [`${which} header ${name}`, value] as const),
    ...headers.map(({ name }) => [`name of a ${which} header`, name] as const),
    [`${which} body`, body ?? ''],
  ];
  return [['path', path], ['query', query], ...ofMessage('request', request), ...ofMessage('response', response)];
}
