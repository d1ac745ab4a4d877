import type { Resource } from '../../openapi/contract';
import type { CaseContext } from './check';
import type { Exchange } from './exchange';
import { idOf, type JsonRecord } from './records';

/** Notes a record that the server has shown, if it has an id. */
export function see(
  { known }: CaseContext,
  resource: Resource,
  record: JsonRecord,
  shownBy: Exchange,
  isNew = false,
): void {
  const id = idOf(record, resource);
  if (id !== undefined) known.see(resource.name, id, record, shownBy, isNew);
}
