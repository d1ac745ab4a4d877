import { type Contract, createMatcher, purposesOf, successOf } from '../../../openapi/contract';
import { countable } from '../http/conforming';
import type { Attempt, Received } from '../model';
import { type ControlClient, countRecords } from '../target/control';
import { secretsIn, withoutSecrets } from '../target/secrets';
import { addFinding, type Finding } from './finding';

/** What a session has to hold after an attack: the records that were accepted, and no key in its request log. */

/** What an attack did to the session of its own, by the replies that it got. */
export interface Accepted {
  note(attempt: Attempt, received: Received): void;
  /** Compares it with what the session holds, in sentences on each difference. */
  compare(control: ControlClient, session: string): Promise<readonly string[]>;
}

export function createAccepted(contract: Contract): Accepted {
  const match = createMatcher(contract);
  const purposes = purposesOf(contract);
  /** How many records there are more, by collection. */
  const records = new Map<string, number>();
  /** Requests that got a reply, and that got none: these may or may not have taken effect. */
  let [answered, uncertain] = [0, 0];
  return {
    note({ request }, { replies: [reply] }) {
      if (reply === undefined || request === undefined) {
        uncertain += 1;
        return;
      }
      answered += 1;
      // What is asked for by a preference changes nothing.
      if (reply.headers.has('preference-applied')) return;
      const found = match(request.method, request.target.split('?', 1)[0] ?? '');
      if (found.kind !== 'operation' || successOf(found.operation)?.status !== reply.status) return;
      const purpose = purposes.get(found.operation);
      if (purpose === undefined) return;
      const more = purpose.role === 'create' ? 1 : purpose.role === 'delete' ? -1 : 0;
      records.set(purpose.resource.name, (records.get(purpose.resource.name) ?? 0) + more);
    },
    async compare(control, session) {
      const differences: string[] = [];
      for (const { name } of countable(contract)) {
        const expected = records.get(name) ?? 0;
        const total = await countRecords(control, session, name);
        if (total < expected || total > expected + uncertain) {
          differences.push(`${name}: ${total} records, though the replies accepted ${range(expected, uncertain)}`);
        }
      }
      // True by the document of the control plane.
      const log = (await control.ask('POST', `${session}/requests/count`, {})) as {
        count: number;
        forgotten: number;
      };
      const noted = log.count + log.forgotten;
      if (noted < answered || noted > answered + uncertain) {
        differences.push(
          `the request log has noted ${noted} requests, of which ${range(answered, uncertain)} were answered`,
        );
      }
      return differences;
    },
  };
}

const range = (least: number, more: number): string => (more === 0 ? `${least}` : `${least} to ${least + more}`);

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
      const what = `the ${part} in the request log shows a key, such as ${example}`;
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
