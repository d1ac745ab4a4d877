import { type Contract, createMatcher, purposesOf, successOf } from '../../../openapi/contract';
import { countable } from '../http/conforming';
import type { Attempt, Received } from '../model';
import { type ControlClient, countRecords } from '../target/control';

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
      const journal = (await control.ask('POST', `${session}/requests/count`, {})) as {
        count: number;
        forgotten: number;
      };
      const noted = journal.count + journal.forgotten;
      if (noted < answered || noted > answered + uncertain) {
        differences.push(
          `the journal has noted ${noted} requests, of which ${range(answered, uncertain)} were answered`,
        );
      }
      return differences;
    },
  };
}

const range = (least: number, more: number): string => (more === 0 ? `${least}` : `${least} to ${least + more}`);
