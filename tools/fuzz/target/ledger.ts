import type { Book } from '../books';
import type { Plane } from './plane';

/**
 * Compares what a world holds with what the replies said, in sentences on each difference.
 *
 * @param collections those whose records can be counted
 */
export async function auditWorld(
  plane: Plane,
  session: string,
  { records, uncertain, answered }: Book,
  collections: readonly string[],
): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const name of collections) {
    const expected = records[name] ?? 0;
    const query = new URLSearchParams({ collection: name, limit: '1' });
    // True by the document of the control plane.
    const { total } = (await plane.ask('GET', `/sessions/${session}/records?${query}`)) as { total: number };
    if (total < expected || total > expected + uncertain) {
      differences.push(`${name}: ${total} records, though the replies accepted ${range(expected, uncertain)}`);
    }
  }
  // True by the document of the control plane.
  const journal = (await plane.ask('POST', `/sessions/${session}/requests/count`, {})) as {
    count: number;
    forgotten: number;
  };
  const noted = journal.count + journal.forgotten;
  if (noted < answered || noted > answered + uncertain) {
    differences.push(`the journal has noted ${noted} requests, of which ${range(answered, uncertain)} were answered`);
  }
  return differences;
}

const range = (least: number, more: number): string => (more === 0 ? `${least}` : `${least} to ${least + more}`);
