import type { ControlClient } from '../target/control';
import { secretsIn, withoutSecrets } from '../target/secrets';
import { addFinding, type Finding } from './finding';

/** The header by which a request tells which attempt it is. */
export const TAG = 'X-Fuzz-Attempt';

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

/** The parts of a session's latest requests that show a key anywhere; '' is the default session. */
export async function findLeaks(
  control: ControlClient,
  session: string,
  secrets: readonly string[],
  replay: (tag: string | undefined) => string,
): Promise<readonly Finding[]> {
  // True by the document of the control plane.
  const entries = (await control.ask('GET', `${session}/requests?limit=${MOST_ENTRIES}`)) as readonly Entry[];
  const findings: Finding[] = [];
  for (const entry of entries) {
    const tag = entry.request.headers.find(({ name }) => name === TAG)?.value;
    for (const [part, text] of partsOf(entry)) {
      const shown = secretsIn(text, secrets);
      if (shown.length === 0) continue;
      const example = `${entry.method} ${entry.path.slice(0, 40)}: ${withoutSecrets(text, shown).slice(0, 150)}`;
      const what = `the ${part} in the journal shows a key, such as ${example}`;
      addFinding(findings, {
        law: 'keys',
        attack: 'all',
        what,
        times: 1,
        again: [replay(tag)],
      });
    }
  }
  return findings;
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
